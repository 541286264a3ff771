import Foundation
import PostcardTestSupport
import Testing

/// Texts that are written in the editor of whoever is at a terminal, for which `script` makes one.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "needs script(1)"))
struct EditorTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand
    let note: String

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        _ = try await postcard.run("journal", "new", "France")
        let made = try await postcard.run("note", "new", "France", "--text", "Four hundred steps")
        note = String(made.text.prefix { $0 != " " })
    }

    /// Runs a command at a terminal, with a shell script as editor; the file to edit is `$1`.
    private func edit(_ command: String, editor script: String) throws -> Int32 {
        let editor = try folder.write(Array("#!/bin/sh\n\(script)\n".utf8), as: "editor")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
        let terminal = Process()
        terminal.executableURL = URL(filePath: "/usr/bin/script")
        terminal.arguments = ["-qec", "\(postcard.path) \(command)", "/dev/null"]
        terminal.environment = postcard.environment.merging([
            "PATH": "/usr/bin:/bin", "EDITOR": editor, "TMPDIR": folder.path("."), "SHELL": "/bin/sh",
        ]) { $1 }
        terminal.standardInput = FileHandle.nullDevice
        terminal.standardOutput = FileHandle.nullDevice
        try terminal.run()
        terminal.waitUntilExit()
        return terminal.terminationStatus
    }

    private func history() async throws -> String { try await postcard.run("note", "history", note).text }

    @Test func aNoteIsWrittenInTheEditor() async throws {
        #expect(
            try edit("note edit \(note)", editor: #"test "$(cat "$1")" = "Four hundred steps" && echo Three >"$1""#)
                == 0)
        let history = try await history()
        #expect(history.contains("Three") && history.contains("Four hundred steps"))
        #expect(try !folder.files().contains { $0.hasSuffix(".txt") })
    }

    @Test func aNewNoteBeginsEmpty() async throws {
        #expect(try edit("note new France", editor: #"test ! -s "$1" && echo "Fog all day" >"$1""#) == 0)
        #expect(try await postcard.run("journal", "show", "France").text.contains("Fog all day"))
    }

    @Test(arguments: [
        ("echo Three >\"$1\"; exit 3", Int32(73)), ("exit 0", 64), ("printf '\\377' >\"$1\"", 65), (": >\"$1\"", 64),
        ("rm \"$1\"", 66), ("kill -9 $$", 73),
    ])
    func anEditorThatFailsOrChangesNothingWritesNothing(script: String, status: Int32) async throws {
        let before = try folder.read("Library/index.jsonl")
        #expect(try edit("note edit \(note)", editor: script) == status)
        #expect(try folder.read("Library/index.jsonl") == before)
        #expect(try !folder.files().contains { $0.hasSuffix(".txt") })
    }
}
