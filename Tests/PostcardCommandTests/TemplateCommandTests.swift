import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@Suite struct TemplateCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(320, 240), as: "cat.jpg")
    }

    private struct Listed: Decodable {
        let name: String
        let texts: [String]
        let isBuiltIn: Bool
    }

    private func names() async throws -> [String] {
        try await postcard.run("template", "list", "--json").json([Listed].self).map(\.name)
    }

    @Test func `built-in templates need no library`() async throws {
        let listed = try await postcard.run("template", "list", "--json").json([Listed].self)
        #expect(listed.count >= 8)
        #expect(listed.allSatisfy { $0.isBuiltIn && !$0.texts.isEmpty })
        #expect(!folder.has("Library"))
        let found = try await postcard.run("template", "list", "choice", "--json").json([Listed].self)
        #expect(found.map(\.name) == ["crossroads"])
    }

    @Test func `with a template, all arguments are texts`() async throws {
        let result = try await postcard.run(
            "meme", "--template", "crossroads", "cat.jpg", "list", "me", "-o", "out.png")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try TestPicture.header(of: folder.read("out.png")).size == PixelSize(width: 1200, height: 900))
        struct Meme: Decodable {
            let texts: [String]
            let template: String
            let credit: String
        }
        let memes = try await postcard.run("meme", "list", "--template", "crossroads", "--json").json([Meme].self)
        expectEqual(memes.map(\.texts), [["cat.jpg", "list", "me"]])
        expectEqual(memes.first?.credit.contains("CC0-1.0"), true)
        try await expectEqual(postcard.run("meme", "list", "--template", "iceberg", "--json").text, "[]\n")
    }

    @Test func `a picture can become a template`() async throws {
        let added = try await postcard.run("template", "add", "cat.jpg", "--keyword", "animal")
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.text.contains("top, bottom"), "\(added.errors)")
        #expect(try await names().contains("cat"))
        let made = try await postcard.run("meme", "--template", "cat", "HELLO", "-o", "out.jpg")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try TestPicture.header(of: folder.read("out.jpg")).size == PixelSize(width: 320, height: 240))
        let removed = try await postcard.run("template", "remove", "cat")
        #expect(removed.status == 0)
        #expect(try await !names().contains("cat"))
        #expect(try folder.files().filter { $0.hasPrefix("Library/templates/") }.isEmpty)
    }

    @Test func `a template folder is stored with only the files that it refers to`() async throws {
        try folder.write(TestPicture.jpeg(64, 48), as: "mine/sticker.jpg")
        try folder.write(TestPicture.jpeg(320, 240), as: "mine/base.jpg")
        try folder.write(Array("private".utf8), as: "mine/notes.txt")
        let json = """
            {"name": "mine", "picture": "base.jpg", "slots": [{"name": "only", "caption": {"box":
            {"x": 0, "y": 0, "width": 1, "height": 0.4}}}], "overlays": [{"picture": "sticker.jpg", "box":
            {"x": 0.5, "y": 0.5, "width": 0.4, "height": 0.4}}]}
            """
        try folder.write(Array(json.utf8), as: "mine/template.json")
        let added = try await postcard.run("template", "add", "mine")
        #expect(added.status == 0, "\(added.errors)")
        let kept = try folder.files().filter { $0.hasPrefix("Library/templates/") }
        #expect(kept == ["base.jpg", "sticker.jpg", "template.json"].map { "Library/templates/mine/\($0)" })
        let again = try await postcard.run("template", "add", "mine")
        #expect(again.status == 73)
        #expect(again.errors.contains("--force"))
        #expect(try await postcard.run("template", "add", "mine", "--force").status == 0)
        let made = try await postcard.run("meme", "--template", "mine", "HI", "-o", "out.png")
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test func `a picture slot is filled`() async throws {
        for (name, arguments) in [("empty.png", []), ("full.png", ["--overlay", "cat.jpg"])] {
            let made = try await postcard.run(["meme", "--template", "wanted", "", "Cat", "-o", name] + arguments)
            #expect(made.status == 0, "\(made.errors)")
        }
        let empty = try Image(decoding: folder.read("empty.png"))
        let full = try Image(decoding: folder.read("full.png"))
        #expect(empty[450, 560] != full[450, 560])
        #expect(empty[20, 20] == full[20, 20])
    }

    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Mistake(arguments: ["template", "remove", "crossroads"], status: 77, message: "is built in"),
        Mistake(arguments: ["template", "remove", "nothing"], status: 66, message: "template list"),
        Mistake(arguments: ["template", "remove", "../.."], status: 66, message: "template list"),
        Mistake(arguments: ["template", "show", "nothing"], status: 66, message: "template list"),
        Mistake(arguments: ["template", "add", "nothing.jpg"], status: 66, message: "nothing.jpg"),
        Mistake(arguments: ["template", "add", "empty"], status: 66, message: "template.json"),
        Mistake(arguments: ["template", "add", "broken"], status: 65, message: "template.json"),
        Mistake(arguments: ["template", "add", "cat.jpg", "--name", "Über"], status: 65, message: "lowercase letters"),
        Mistake(arguments: ["template", "add", "cat.jpg", "--name", "iceberg"], status: 73, message: "another name"),
        Mistake(arguments: ["template", "add", "text.jpg"], status: 65, message: "not a picture"),
        Mistake(
            arguments: ["meme", "--template", "nothing", "A", "-o", "o.png"], status: 66, message: "template list"),
        Mistake(
            arguments: ["meme", "--template", "iceberg", "1", "2", "3", "-o", "o.png"], status: 64, message: "2 texts"),
        Mistake(
            arguments: ["meme", "--template", "iceberg", "1", "--overlay", "cat.jpg", "-o", "o.png"], status: 64,
            message: "no empty slot"),
        Mistake(arguments: ["meme", "-o", "o.png"], status: 64, message: "--template"),
    ])
    func `invalid arguments are reported and leave nothing behind`(mistake: Mistake) async throws {
        try folder.write(Array("hello".utf8), as: "text.jpg")
        try folder.write([], as: "empty/.keep")
        try folder.write(Array("{".utf8), as: "broken/template.json")
        let before = try folder.files()
        let result = try await postcard.run(mistake.arguments)
        #expect(result.status == mistake.status, "\(result.errors)")
        #expect(result.errors.contains(mistake.message), "\(result.errors)")
        #expect(try folder.files() == before)
    }

    @Test func `a template that forbids changes requires permission`() async throws {
        _ = try await postcard.run("template", "add", "cat.jpg", "--license", "CC-BY-ND-4.0", "--credit", "Ada")
        let refused = try await postcard.run("meme", "--template", "cat", "A", "-o", "o.jpg")
        #expect(refused.status == 77)
        #expect(refused.errors.contains("--i-have-permission"))
        #expect(!folder.has("o.jpg"))
        let made = try await postcard.run("meme", "--template", "cat", "A", "-o", "o.jpg", "--i-have-permission")
        #expect(made.status == 0, "\(made.errors)")
    }
}
