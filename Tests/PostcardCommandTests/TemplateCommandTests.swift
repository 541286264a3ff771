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
        Mistake(arguments: ["template", "add", "meme-000000000000"], status: 66, message: "meme"),
        Mistake(arguments: ["template", "add", "empty", "--name", "a"], status: 64, message: "--force"),
        Mistake(arguments: ["template", "add", "broken", "--style", "label"], status: 64, message: "its own style"),
        Mistake(arguments: ["template", "add", "empty.json"], status: 65, message: "lacks its file a.jpg"),
        Mistake(arguments: ["template", "add", "cat.jpg", "--box", "1px,2px,3px"], status: 64, message: "--box"),
        Mistake(arguments: ["template", "add", "cat.jpg", "--effect", "deep-fried"], status: 64, message: "no effect"),
        Mistake(arguments: ["template", "edit", "nothing", "--title", "A"], status: 66, message: "template list"),
        Mistake(arguments: ["template", "edit", "iceberg", "--title", "A"], status: 77, message: "template export"),
        Mistake(arguments: ["template", "export", "nothing", "--to", "a.json"], status: 66, message: "template list"),
        Mistake(arguments: ["template", "export", "iceberg", "--to", "cat.json"], status: 73, message: "--force"),
        Mistake(
            arguments: ["meme", "--template", "iceberg", "1", "--style", "sad", "-o", "o.png"], status: 64,
            message: "Its styles: default."),
        Mistake(
            arguments: ["meme", "cat.jpg", "1", "--crop", "1:1", "--box", "1px,2px,3px,4px", "-o", "o.png"], status: 64,
            message: "fractions"),
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
        try folder.write(Array(#"{"name": "a", "picture": "a.jpg"}"#.utf8), as: "empty.json")
        try folder.write([1], as: "cat.json")
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

    private struct Stored: Decodable {
        struct Slot: Decodable {
            struct Caption: Decodable {
                struct Box: Decodable, Equatable { let x, y, width, height: Double }
                let box: Box
                let fill: String
            }
            let caption: Caption
        }
        let title: String
        let keywords: [String]
        let examples: [[String]]
        let slots: [Slot]
    }

    private func stored(_ name: String) throws -> Stored {
        try JSONDecoder().decode(Stored.self, from: Data(folder.read("Library/templates/\(name)/template.json")))
    }

    @Test func `boxes are fractions or pixels, and each box is a text`() async throws {
        let added = try await postcard.run(
            "template", "add", "cat.jpg", "--name", "two", "--box", "160px,0,50px,120px", "--box", "0.5,0.5,0.5,0.5",
            "--color", "red", "--color", "gold", "--example", "No|Yes", "--keyword", "a", "--keyword", "b")
        #expect(added.status == 0, "\(added.errors)")
        let two = try stored("two")
        expectEqual(two.slots.map(\.caption.box)[0], .init(x: 0.5, y: 0, width: 50.0 / 320, height: 0.5))
        expectEqual(two.slots.map(\.caption.fill), ["#ff0000", "#ffd700"])
        expectEqual(two.examples, [["No", "Yes"]])
        expectEqual(two.keywords, ["a", "b"])
        let made = try await postcard.run("meme", "--template", "two", "NO", "YES", "-o", "out.png")
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test func `a template is edited and renamed`() async throws {
        _ = try await postcard.run("template", "add", "cat.jpg", "--example", "one|two")
        let edited = try await postcard.run(
            "template", "edit", "cat", "--name", "kitten", "--title", "Kitten", "--box", "0,0,1,0.5")
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try await !names().contains("cat"))
        let kitten = try stored("kitten")
        expectEqual(kitten.title, "Kitten")
        expectEqual(kitten.slots.count, 1)
        expectEqual(kitten.examples, [["one"]])
        let unchanged = try await postcard.run("template", "edit", "kitten")
        #expect(unchanged.status == 64)
        _ = try await postcard.run("template", "add", "cat.jpg")
        let taken = try await postcard.run("template", "edit", "kitten", "--name", "cat")
        #expect(taken.status == 73)
        #expect(try await names().contains("kitten"))
    }

    @Test(arguments: ["shared.json", "shared"])
    func `an exported template can be added to another library`(path: String) async throws {
        _ = try await postcard.run("template", "add", "cat.jpg", "--title", "The cat")
        let exported = try await postcard.run("template", "export", "cat", "--to", path)
        #expect(exported.status == 0, "\(exported.errors)")
        let added = try await postcard.run("template", "add", path, "--library", "other")
        #expect(added.status == 0, "\(added.errors)")
        #expect(
            try folder.read("other/templates/cat/template.json") == folder.read("Library/templates/cat/template.json"))
        #expect(try folder.read("other/templates/cat/picture.jpg") == folder.read("cat.jpg"))
    }

    @Test func `a saved meme becomes a template`() async throws {
        let made = try await postcard.run(
            "meme", "cat.jpg", "TOP", "BOTTOM", "--crop", "1:1", "-o", "meme.png", "--library", "Library")
        let id = try #require(made.text.split(separator: " ").first.map(String.init))
        let added = try await postcard.run("template", "add", id, "--name", "mine", "--library", "Library")
        #expect(added.status == 0, "\(added.errors)")
        expectEqual(try stored("mine").examples, [["TOP", "BOTTOM"]])
        let again = try await postcard.run(
            "meme", "--template", "mine", "TOP", "BOTTOM", "-o", "again.png", "--library", "Library")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try TestPicture.header(of: folder.read("again.png")).size == PixelSize(width: 240, height: 240))
    }

    @Test func `memegen's folder of templates is added as it is`() async throws {
        for name in ["doge", "drake", "_error"] {
            try folder.write(Array("name: \(name)\n".utf8), as: "memegen/\(name)/config.yml")
            try folder.write(TestPicture.jpeg(320, 240), as: "memegen/\(name)/default.jpg")
        }
        try folder.write(TestPicture.jpeg(64, 64), as: "memegen/doge/bark.jpg")
        let added = try await postcard.run("template", "add", "memegen")
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.errors.contains("Added 2 templates."))
        let styled = try await postcard.run("meme", "--template", "doge", "--style", "bark", "WOW", "-o", "out.png")
        #expect(styled.status == 0, "\(styled.errors)")
        #expect(try TestPicture.header(of: folder.read("out.png")).size == .square(256))
        let again = try await postcard.run("template", "add", "memegen")
        #expect(again.status == 0)
        #expect(again.errors.contains("2 templates already existed"))
        try folder.write(Array("nam: x".utf8), as: "memegen/broken/config.yml")
        let broken = try await postcard.run("template", "add", "memegen", "--force")
        #expect(broken.status == 65)
        #expect(broken.errors.contains("Added 2 templates."))
    }
}
