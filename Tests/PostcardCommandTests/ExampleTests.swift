import ArgumentParser
import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import postcard

/// The examples of every help, as they are pasted.
@Suite struct ExampleTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let command: String
        let script: String

        var testDescription: String { "\(command): \(script)" }

        /// Each example with its continuation lines, as the help shows it.
        static let all: [Example] = ManualPage.all().flatMap { page in
            var scripts: [String] = []
            var isExample = false
            for line in page.command.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false) {
                if line == "EXAMPLE" || line == "EXAMPLES" {
                    isExample = true
                } else if isExample, line.hasPrefix("    "), let last = scripts.indices.last {
                    scripts[last] += "\n\(line)"
                } else if isExample, line.hasPrefix("  ") {
                    scripts.append(String(line.dropFirst(2)))
                } else if !line.isEmpty {
                    isExample = false
                }
            }
            return scripts.map { Example(command: (["postcard"] + page.path).joined(separator: " "), script: $0) }
        }
    }

    /// Runs a script in which `postcard` and all other programs only note what they are called with.
    private func calls(of script: String, in folder: TemporaryFolder) throws -> [[String]] {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = [
            "-c",
            """
            set -e
            postcard() { { printf '%s\\0' "$@"; printf '\\1\\0'; } >>"$CALLS"; }
            mkdir -p ~/.local/share/bash-completion/completions ~/.config/fish/completions ~/.zfunc
            for program in jq curl mpv cp find fortune openssl cut echo cat man my-engine; do
                eval "$program() { printf x; }"
            done
            \(script)
            """,
        ]
        shell.currentDirectoryURL = folder.url
        shell.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path("."), "CALLS": folder.path("calls")]
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try folder.write([], as: "calls")
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0, "\(script)")
        let words = try folder.read("calls").split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
        return words.split(separator: "\u{1}", omittingEmptySubsequences: false).dropLast().map(Array.init)
    }

    @Test(arguments: Example.all)
    func `an example is what the shell and the command understand`(example: Example) async throws {
        let folder = try TemporaryFolder()
        for call in try await blocking({ [self] in try calls(of: example.script, in: folder) }) {
            do {
                _ = try Postcard.parseAsRoot(ArgumentList(call[...], of: Postcard.self).arguments)
            } catch {
                Issue.record("\(call): \(Postcard.fullMessage(for: error))")
            }
        }
    }

    @Test func `there are examples for every command`() {
        let commands = Set(Example.all.map(\.command))
        for page in ManualPage.all() { #expect(commands.contains((["postcard"] + page.path).joined(separator: " "))) }
    }

    /// Examples that need nothing but pictures and a library, run one after the other.
    private static let runnable = [
        "postcard", "postcard meme make", "postcard thumbnail", "postcard edit", "postcard info",
        "postcard template list",
        "postcard template show", "postcard pin list", "postcard map set", "postcard map show", "postcard settings",
        "postcard settings list", "postcard settings set", "postcard settings reset", "postcard settings get",
        "postcard journal new", "postcard journal list", "postcard journal rename", "postcard batch",
        "postcard manual", "postcard completions", "postcard library check", "postcard library export",
    ]

    @Test(arguments: runnable)
    func `examples that need no network run`(command: String) async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        for journal in command == "postcard journal new" ? [] : ["Summer in France"] {
            _ = try await postcard.run("journal", "new", journal)
        }
        for name in ["photo", "me", "IMG_1", "a", "photos/c", "home/Pictures/b"] {
            try folder.write(TestPicture.jpeg(320, 240), as: "\(name).jpg")
        }
        for name in ["IMG_2", "star", "scan"] {
            try folder.write(TestPicture.gradient(64, 48).encoded(.png), as: "\(name).png")
        }
        try folder.write(TestPicture.gradient(64, 48).encoded(.gif), as: "dance.gif")
        try folder.write(Array("WORDS".utf8), as: "words.txt")
        try folder.write(Array(#"{"captions": [{"text": "HI"}]}"#.utf8), as: "meme.json")
        for example in Example.all where example.command == command {
            // Others need an album, a terminal, iPhone photos, or a man that reads pages from its input.
            guard
                !["photo-", "album open", "HEIC", "crossroads --preview", "man -l", "my-engine", "~/.", "thumbnail ~"]
                    .contains(
                        where: example.script.contains)
            else { continue }
            let shell = Process()
            let pipe = Pipe()
            shell.executableURL = URL(filePath: "/bin/bash")
            shell.arguments = [
                "-c",
                "set -eo pipefail; postcard() { \"$P\" \"$@\"; }; jq() { cat; }; rm -rf thumbs; \(example.script)",
            ]
            shell.currentDirectoryURL = folder.url
            shell.environment = postcard.environment.merging(["PATH": "/usr/bin:/bin", "P": postcard.path]) { $1 }
            shell.standardInput = FileHandle.nullDevice
            shell.standardOutput = FileHandle.nullDevice
            shell.standardError = pipe
            try shell.run()
            let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0, "\(example.script)\n\(said)")
        }
    }
}
