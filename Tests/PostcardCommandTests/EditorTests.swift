import Foundation
import PostcardTestSupport
import Testing

/// Text that a user at a terminal writes in an editor. `script` provides the terminal.
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

    /// Runs a command at a terminal, with a shell script as the editor; the file to edit is `$1`.
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

    @Test func `a note can be edited in the editor`() async throws {
        #expect(
            try edit("note edit \(note)", editor: #"test "$(cat "$1")" = "Four hundred steps" && echo Three >"$1""#)
                == 0)
        let history = try await history()
        #expect(history.contains("Three"))
        #expect(history.contains("Four hundred steps"))
        #expect(try !folder.files().contains { $0.hasSuffix(".txt") })
    }

    @Test func `a new note opens empty in the editor`() async throws {
        #expect(try edit("note add France", editor: #"test ! -s "$1" && echo "Fog all day" >"$1""#) == 0)
        #expect(try await postcard.run("journal", "show", "France").text.contains("Fog all day"))
    }

    private func kept() throws -> [String] { try folder.files().filter { $0.hasSuffix(".txt") } }

    @Test(arguments: [
        ("exit 0", Int32(64), 0), (": >\"$1\"", 64, 0), ("rm \"$1\"", 66, 0), ("kill -9 $$", 73, 0),
        // The typed text is not lost if the editor fails.
        ("echo Three >\"$1\"; exit 3", 73, 1), ("printf '\\377' >\"$1\"", 65, 1),
        ("head -c 1100000 /dev/zero | tr '\\0' a >\"$1\"", 65, 1),
    ])
    func `nothing is written if the editor fails or changes nothing`(script: String, status: Int32, kept count: Int)
        async throws
    {
        let before = try folder.read("Library/index.jsonl")
        try expectEqual(edit("note edit \(note)", editor: script), status)
        try expectEqual(folder.read("Library/index.jsonl"), before)
        try expectEqual(kept().count, count)
    }

    @Test func `text that can't be saved is kept in a file`() async throws {
        // The note is removed while it is being edited.
        let script = "echo 'Half an hour of words' >\"$1\"; \(postcard.path) delete \(note)"
        #expect(try edit("note edit \(note)", editor: script) == 66)
        let file = try #require(try kept().first)
        #expect(try folder.read(file) == Array("Half an hour of words\n".utf8))
    }

    @Test(arguments: ["notes.txt", "nosuch.jpg", "http://127.0.0.1:1/x.jpg"])
    func `pictures are checked before the editor opens`(picture: String) async throws {
        try folder.write(Array("no picture".utf8), as: "notes.txt")
        let path = picture.hasPrefix("http") ? picture : folder.path(picture)
        let status = try edit("entry add \(path)", editor: "echo words >\"$1\"; touch \(folder.path("opened"))")
        #expect(status == 65 || status == 66 || status == 69)
        #expect(!folder.has("opened"))
    }

    @Test func `an entry is written in the editor`() async throws {
        let picture = try folder.write(TestPicture.jpeg(), as: "a.jpg")
        #expect(try edit("entry add \(picture)", editor: "echo Fog >\"$1\"") == 0)
        #expect(try await postcard.run("entry", "list").text.contains("Fog"))
        #expect(try kept().isEmpty)
    }
}
