import ArgumentParser
import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// The examples in every help text, as users paste them.
@Suite struct ExampleTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let command: String
        let script: String

        var testDescription: String { "\(command): \(script)" }

        /// Each example with its continuation lines, as the help shows it.
        static let all: [Example] = WholeProgram.pages.flatMap { page in
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

    @Test(arguments: Example.all)
    func `the shell and the command can parse every example`(example: Example) async throws {
        let folder = try TemporaryFolder()
        try await ExampleShell(in: folder).expectToUnderstand(example.script)
    }

    @Test func `every command has examples`() {
        let commands = Set(Example.all.map(\.command))
        for page in WholeProgram.pages {
            #expect(commands.contains((["postcard"] + page.path).joined(separator: " ")))
        }
    }

    /// Examples that need only pictures and a library, run in sequence.
    private static let runnable = [
        "postcard", "postcard meme make", "postcard thumbnail", "postcard edit", "postcard info",
        "postcard template list",
        "postcard template show", "postcard pin list", "postcard map set", "postcard map show", "postcard settings",
        "postcard settings list", "postcard settings set", "postcard settings reset", "postcard settings get",
        "postcard journal list", "postcard journal edit", "postcard batch",
        "postcard manual", "postcard completions", "postcard library check", "postcard library export",
    ]

    @Test(.thorough, arguments: runnable)
    func `examples that need no network run`(command: String) async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        _ = try await postcard.run("journal", "add", "Summer in France")
        try ExampleShell(in: folder).makePictures()
        for example in Example.all where example.command == command {
            // Others need an album, a browser, a terminal, a clipboard, iPhone photos, or a `man` that reads pages from its input.
            guard
                ![
                    "photo-", "album open", "postcard app", "HEIC", "crossroads --preview", "man -l", "my-engine",
                    "~/.", "thumbnail ~", "@clipboard",
                ]
                .contains(
                    where: example.script.contains), VideoLab.hasFFmpeg || !example.script.contains("clip.mp4")
            else { continue }
            let result = try await ExampleShell(in: folder).run("rm -rf thumbs; \(example.script)", postcard)
            #expect(result.status == 0, "\(example.script)\n\(result.errors)")
        }
    }
}
