import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Output that can't be written, and text that a terminal would interpret.
@Suite struct OutputTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    /// Runs a shell command in which `$P` is the program. Returns its status and output.
    private func shell(_ script: String) throws -> (status: Int32, output: String) {
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", script]
        shell.currentDirectoryURL = folder.url
        shell.environment = postcard.environment.merging(["PATH": "/usr/bin:/bin", "P": postcard.path]) { $1 }
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = pipe
        shell.standardError = pipe
        try shell.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        return (shell.terminationStatus, output)
    }

    private static let printing = [
        "--help", "--version", "help pin", "pin list", "pin list --json", "pin list --geojson", "meme list --json",
        "template list", "template list --json", "settings list", "settings list --json", "library check", "info a.jpg",
        "info a.jpg --json", "map show", "journal list", "entry list --json", "thumbnail a.jpg --to t --json",
        "serve --allow-unsigned --print-config", "edit a.jpg -o -", "completions bash", "manual pin drop",
    ]

    @Test(arguments: printing, [">/dev/full", ">&-"])
    func `a failure to write output has its own exit status`(command: String, target: String) async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await postcard.run("pin", "drop", "1,2", "--name", "One")
        _ = try await postcard.run("journal", "new", "Two")
        let result = try await blocking { [self] in try shell("$P \(command) \(target)") }
        #expect(result.status == 74, "\(result.output)")
        #expect(result.output.contains("standard output"))
        #expect(try await postcard.run("library", "check").status == 0)
    }

    @Test(arguments: printing)
    func `a reader that stops early causes no error`(command: String) async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await postcard.run("pin", "drop", "1,2", "--name", "One")
        _ = try await postcard.run("journal", "new", "Two")
        // The reader has closed its end before anything is written.
        let result = try await blocking { [self] in
            try shell("mkfifo pipe; : <pipe & exec 3>pipe; wait $!; $P \(command) >&3; echo status $?")
        }
        #expect(result.output == "status 0\n")
    }

    @Test func `a closed pipe does not stop a change midway`() async throws {
        _ = try await postcard.run("journal", "new", "France")
        for index in 1...6 { try folder.write(TestPicture.jpeg(title: "\(index)"), as: "p\(index).jpg") }
        _ = try await blocking { [self] in try shell("$P journal add France p*.jpg | head -1") }
        // The shell does not wait for Postcard. The first run is complete once the second has the lock.
        let added = try await blocking { [self] in
            try shell(
                "mkfifo pipe; : <pipe & exec 3>pipe; wait $!; $P journal add France p*.jpg >&3; echo status $?")
        }
        #expect(added.output == "6 files were already in the journal\nstatus 0\n")
        let entries = try await postcard.run("entry", "list", "--json").json([Named].self)
        #expect(entries.count >= 6)
    }

    private struct Named: Decodable { let id: String }

    private static let hostile = "Evil\u{1B}]0;pwn\u{7}\u{1B}[31m\u{9B}31m\nnext\tcell\u{202E}gpj\u{2028}end"

    @Test func `control characters are escaped, not sent to the terminal`() async throws {
        let picture = try folder.write(TestPicture.jpeg(title: "t\u{1B}[31mred"), as: "e\u{1B}[31m.jpg")
        var shown: [PostcardCommand.Result] = []
        for arguments in [
            ["pin", "drop", "1,2", "--name", Self.hostile], ["pin", "list"], ["album", "list"], ["map", "show"],
            ["journal", "new", Self.hostile], ["journal", "list"], ["journal", "show", Self.hostile],
            ["note", "new", Self.hostile, "--text", Self.hostile], ["entry", "new", picture, "--text", Self.hostile],
            ["entry", "list"], ["restore"], ["info", picture], ["info", "\u{1B}[31mnone.jpg"],
            ["edit", picture, "resize=\u{1B}[31m", "-o", "a.jpg"], ["pin", "\u{1B}[31m"], ["--\u{1B}[31m"],
            ["settings", "set", "owner", Self.hostile], ["settings", "list"],
            ["meme", picture, Self.hostile, "-o", "m.jpg"], ["meme", "list"], ["template", "show", Self.hostile],
        ] {
            shown.append(try await postcard.run(arguments))
        }
        for result in shown {
            for scalar in (result.text + result.errors).unicodeScalars where scalar != "\n" {
                let isControl = scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || 0x2028...0x202E ~= scalar.value
                #expect(!isControl, "\(result.text)\(result.errors)")
            }
        }
        #expect(shown[0].text.contains(#"Evil\u{1B}]0;pwn\u{7}\u{1B}[31m\u{9B}31m\nnext\tcell\u{202E}gpj\u{2028}end"#))
        #expect(shown[1].text.split(separator: "\n").count == 2, "a line for each pin")
    }

    private struct Pin: Decodable { let name: String }

    @Test func `JSON output stays valid and contains no control characters`() async throws {
        _ = try await postcard.run("pin", "drop", "1,2", "--name", Self.hostile)
        let listed = try await postcard.run("pin", "list", "--json")
        #expect(try listed.json([Pin].self).first?.name == Self.hostile)
        #expect(!listed.text.unicodeScalars.contains { 0x7F..<0xA0 ~= $0.value || 0x2028...0x202E ~= $0.value })
    }

    @Test func `text keeps its line breaks where it is shown as text`() async throws {
        _ = try await postcard.run("journal", "new", "France")
        let note = try await postcard.run("note", "new", "France", "--text", "one\r\ntwo\n\u{1B}three")
        let history = try await postcard.run("note", "history", String(note.text.prefix { $0 != " " }))
        #expect(history.text.contains("one\ntwo\n\\u{1B}three\n"))
    }
}
