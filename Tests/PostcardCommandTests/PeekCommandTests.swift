import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@Suite struct PeekCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    struct View: Decodable {
        let id: String
        let kind: String
        let path: String
        let deleteCommand: String
    }

    private func meme() async throws -> String {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let made = try await postcard.run("meme", "a.jpg", "HELLO", "--library", folder.path("Library"))
        #expect(made.status == 0, "\(made.errors)")
        return try #require(made.text.split(separator: " ").first.map(String.init))
    }

    @Test func `an id shows a larger view of the item and its commands`() async throws {
        let id = try await meme()
        let result = try await postcard.run("peek", id, "--json")
        #expect(result.status == 0, "\(result.errors)")
        let view = try #require(try result.json([View].self).first)
        #expect(view.id == id)
        #expect(view.kind == "meme")
        #expect(FileManager.default.fileExists(atPath: view.path))
        #expect(view.deleteCommand == "postcard remove \(id)")
        let lines = try await postcard.run("peek", id)
        #expect(lines.text.contains("  Remove: postcard remove \(id)"))
    }

    @Test func `a file whose name looks like an id is read as a file`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "photo-of-me.jpg")
        let result = try await postcard.run("peek", "photo-of-me.jpg", "-o", "b.jpg", "--size", "40")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try TestPicture.header(of: folder.read("b.jpg")).size == PixelSize(width: 40, height: 30))
    }

    @Test(arguments: [
        (["meme-000000000000"], Int32(66), "meme-000000000000"), (["a.jpg"], 64, "--to FOLDER"),
        (["a.jpg", "--preview"], 64, "not a terminal"), (["a.jpg", "--preview", "-o", "b.jpg"], 64, "writes no file"),
    ])
    func `the reason why nothing can be shown is reported`(arguments: [String], status: Int32, message: String)
        async throws
    {
        _ = try await meme()
        let result = try await postcard.run(["peek"] + arguments)
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
