import Foundation
import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// The exit statuses in the table in `postcard --help`, with one or more commands for each row.
@Suite struct ExitStatusTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        for name in ["photo", "pics/a", "pics/b"] { try folder.write(TestPicture.jpeg(), as: "\(name).jpg") }
        try folder.write([1, 2, 3], as: "bad.jpg")
        try folder.write(Array("name,top\none,A\ntwo,B\n".utf8), as: "captions.csv")
        try folder.write(Array("name,picture,top\none,photo.jpg,A\ntwo,none.jpg,B\n".utf8), as: "half.csv")
    }

    static let rows: [(status: Int32, commands: [[String]])] = [
        (0, [["info", "photo.jpg"], ["--version"], ["meme", "photo.jpg", "A", "-o", "out.jpg"]]),
        (
            64,
            [
                ["meme", "photo.jpg", "A", "B", "C", "-o", "out.jpg"], ["nosuch"], ["thumbnail", "photo.jpg"],
                ["thumbnail", "photo.jpg", "--size", "0", "--to", "out"],
                ["meme", "photo.jpg", "A", "--box", "10,10,200,100", "-o", "out.jpg"],
                ["meme", "photo.jpg", "A", "--overlay", "photo.jpg@10,10,200,100", "-o", "out.jpg"],
                ["edit", "photo.jpg", "resize=abc", "-o", "out.jpg"], ["thumbnail", "pics", "-o", "out.jpg"],
                ["edit", "pics", "rotate=90", "-o", "out.jpg"], ["meme", "pics", "A", "-o", "out.jpg"],
                ["thumbnail", "pics", "--to", "out", "--name", "{name}"],
                ["meme", "photo.jpg", "--from", "captions.csv", "-o", "one.jpg"],
            ]
        ),
        (
            65,
            [
                ["info", "bad.jpg"], ["meme", "bad.jpg", "A", "-o", "out.jpg"],
                ["thumbnail", "bad.jpg", "--to", "out"],
            ]
        ),
        (
            66,
            [
                ["info", "none.jpg"], ["thumbnail", "none", "--to", "out"],
                ["edit", "photo.jpg/x.jpg", "-o", "out.jpg"],
                ["meme", "--template", "nosuchthing", "A", "-o", "out.jpg"], ["meme", "list"],
            ]
        ),
        (
            73,
            [
                ["meme", "photo.jpg", "A", "-o", "bad.jpg"], ["thumbnail", "pics", "--to", "photo.jpg"],
                ["edit", "photo.jpg", "rotate=90", "-o", "bad.jpg"],
                ["edit", "photo.jpg", "rotate=90", "-o", "photo.jpg"],
            ]
        ),
        (
            75,
            [
                ["info", "photo.jpg", "bad.jpg"], ["thumbnail", "photo.jpg", "bad.jpg", "--to", "out"],
                ["meme", "--from", "half.csv", "-o", "memes"],
            ]
        ),
    ]

    @Test(arguments: rows.flatMap { row in row.commands.map { (row.status, $0) } })
    func `a command exits with the status in the table`(status: Int32, command: [String]) async throws {
        let result = try await postcard.run(command)
        #expect(result.status == status, "\(result.errors)")
        #expect(status == 0 || !result.errors.isEmpty)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func `a full disk causes a write error`() async throws {
        for command in ["info photo.jpg --json", "edit photo.jpg -o -", "meme photo.jpg A -o -"] {
            let result = try await ExampleShell(in: folder).run("postcard \(command) > /dev/full", postcard)
            #expect(result.status == 74, "\(command): \(result.errors)")
        }
        #expect(Failure.Status(FileError.Code.noSpace) == .inputOutput)
    }

    @Test func `reading a library without its index fails`() async throws {
        #expect(try await postcard.run("meme", "photo.jpg", "A", "--library", "lib").status == 0)
        try FileManager.default.removeItem(atPath: folder.path("lib/index.jsonl"))
        let result = try await postcard.run("meme", "list", "--library", "lib")
        #expect(result.status == 65, "\(result.errors)")
    }

    @Test func `the table lists all statuses`() async throws {
        let help = try await postcard.run("--help").text
        for status in [64, 65, 66, 69, 70, 73, 74, 75, 77, 78, 130] { #expect(help.contains("\(status) ")) }
    }
}
