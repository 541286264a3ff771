import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// Memes of several pictures, and pictures in the slots of templates.
@Suite struct MemeLayoutTests {
    private struct Listed: Decodable {
        let id: String
        let file: String?
    }

    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(120, 90), as: "a.jpg")
        try folder.write(TestPicture.jpeg(90, 120), as: "b.jpg")
    }

    private func size(_ name: String) throws -> PixelSize { try TestPicture.header(of: folder.read(name)).size }

    @Test(arguments: [("stack", 120, 252), ("side", 252, 120), ("grid", 242, 90)])
    func `pictures before the texts are joined`(layout: String, width: Int, height: Int) async throws {
        let made = try await postcard.run(
            "meme", "a.jpg", "b.jpg", "TOP", "BOTTOM", "--layout", layout, "-o", "out.jpg")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try size("out.jpg") == PixelSize(width: width, height: height))
        #expect(String(decoding: try folder.read("out.jpg"), as: UTF8.self).contains("TOP\nBOTTOM"))
    }

    @Test func `a meme of several pictures can be made again without them`() async throws {
        let made = try await postcard.run("meme", "a.jpg", "b.jpg", "HI", "--layout", "side")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try size("a-meme.jpg") == PixelSize(width: 252, height: 120))
        let saved = try await postcard.run(
            "meme", "a.jpg", "b.jpg", "HI", "--layout", "side", "--library", "L", "-o", "saved.jpg")
        #expect(saved.status == 0, "\(saved.errors)")
        let list = try await postcard.run("meme", "list", "--json", "--library", "L").json([Listed].self)
        #expect(list.map(\.file) == ["a.jpg, b.jpg"])
        for name in ["a.jpg", "b.jpg"] { try FileManager.default.removeItem(atPath: folder.path(name)) }
        let id = try #require(list.first?.id)
        let again = try await postcard.run("meme", "redo", id, "HO", "--library", "L", "-o", "again.jpg")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try size("again.jpg") == PixelSize(width: 252, height: 120))
    }

    @Test func `a specification's captions can be drawn on joined pictures`() async throws {
        try folder.write(Array(#"{"captions": [{"text": "HI"}]}"#.utf8), as: "meme.json")
        let made = try await postcard.run(
            "meme", "a.jpg", "b.jpg", "--layout", "stack", "--spec", "meme.json", "-o", "out.png")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try size("out.png") == PixelSize(width: 120, height: 252))
    }

    @Test(arguments: [
        (["a.jpg", "c.jpg", "HI"], "side", 66, "c.jpg"), (["a.jpg", "HI"], "side", 64, "2 to 16 pictures, not 1"),
        (["a.jpg", "a.jgp", "b.jpg"], "side", 64, "2 to 16 pictures, not 1"),
        (["a.jpg", "bad.jpg", "HI"], "grid", 65, "bad.jpg"), (["a.jpg", "short.jpg", "HI"], "stack", 65, "short.jpg"),
        (["a.jpg", "b.jpg", "1", "2", "3"], "stack", 64, "2 texts"), (["a.jpg", "b.jpg", "HI"], "spiral", 64, "stack"),
        (["HI", "--template", "verdict"], "side", 64, "--overlay"),
        (["a.jpg", "b.jpg", "HI", "--max-megapixels", "0.02"], "stack", 65, "The joined picture would have"),
    ])
    func `the error for pictures that can't be joined names the reason`(
        arguments: [String], layout: String, status: Int32, words: String
    ) async throws {
        let whole = try TestPicture.jpeg(200, 150)
        try folder.write(Array("no picture".utf8), as: "bad.jpg")
        try folder.write(Array(whole.prefix(whole.count / 2)), as: "short.jpg")
        let made = try await postcard.run(["meme"] + arguments + ["--layout", layout, "-o", "out.jpg"])
        #expect(made.status == status, "\(made.errors)")
        #expect(made.errors.contains(words), "\(made.errors)")
        #expect(!folder.has("out.jpg"))
    }

    @Test func `a joined picture is not replaced by its meme`() async throws {
        let bytes = try folder.read("b.jpg")
        let made = try await postcard.run(
            "meme", "a.jpg", "b.jpg", "HI", "--layout", "side", "-o", "b.jpg", "--force")
        #expect(made.status == 73, "\(made.errors)")
        #expect(made.errors.contains("can't replace its source picture"), "\(made.errors)")
        #expect(try folder.read("b.jpg") == bytes)
    }

    @Test(arguments: [
        ("csv", "picture,picture,layout,top\na.jpg,b.jpg,stack,A\n"),
        ("jsonl", #"{"picture": ["a.jpg", "b.jpg"], "layout": "stack", "top": "A"}"#),
    ])
    func `rows of tables can join pictures`(kind: String, table: String) async throws {
        try folder.write(Array(table.utf8), as: "t.\(kind)")
        let made = try await postcard.run("meme", "--from", "t.\(kind)", "-o", "out")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try size("out/meme-1.jpg") == PixelSize(width: 120, height: 252))
    }

    @Test(arguments: [
        ("picture,picture,top\na.jpg,b.jpg,A\n", "2 pictures and no layout"),
        ("picture,layout,top\na.jpg,side,A\n", "1 picture and the layout side"),
        ("picture,picture,layout,top\na.jpg,b.jpg,spiral,A\n", "the layout spiral"),
    ])
    func `rows with a wrong layout are reported`(table: String, words: String) async throws {
        try folder.write(Array(table.utf8), as: "t.csv")
        let made = try await postcard.run("meme", "--from", "t.csv", "-o", "out")
        #expect(made.status == 65, "\(made.errors)")
        #expect(made.errors.contains("t.csv, line 2: it has ") && made.errors.contains(words), "\(made.errors)")
    }

    @Test func `a picture fills the slot with its number`() async throws {
        for (name, overlay) in [("first.png", "a.jpg"), ("third.png", "a.jpg@3")] {
            let made = try await postcard.run(
                "meme", "--template", "timeline", "Start", "--overlay", overlay, "-o", name)
            #expect(made.status == 0, "\(made.errors)")
        }
        let first = try Image(decoding: folder.read("first.png"))
        let third = try Image(decoding: folder.read("third.png"))
        #expect(first[100, 100] != third[100, 100])
        #expect(first[700, 100] != third[700, 100])
        #expect(first[1_100, 100] == third[1_100, 100])
        for slot in ["0", "5", "-1"] {
            let wrong = try await postcard.run(
                "meme", "--template", "timeline", "Start", "--overlay", "a.jpg@\(slot)", "-o", "x.png")
            #expect(wrong.status == 64, "\(wrong.errors)")
            #expect(wrong.errors.contains("the slots are numbered 1 to 4"), "\(wrong.errors)")
        }
    }

    @Test func `text is drawn above overlays`() async throws {
        let black = try Image(size: PixelSize(width: 240, height: 150), fill: .black).encoded(as: .png)
        let red = try Image(size: .square(20), fill: Color(red: 255, green: 0, blue: 0)).encoded(as: .png)
        try folder.write(black, as: "black.png")
        try folder.write(red, as: "red.png")
        let made = try await postcard.run(
            "meme", "black.png", "HI", "--overlay", "red.png@0,-0.5,1,2", "-o", "out.png")
        #expect(made.status == 0, "\(made.errors)")
        let image = try Image(decoding: folder.read("out.png"))
        #expect(image[100, 140] == Color(red: 255, green: 0, blue: 0))
        #expect((0..<60).contains { y in (0..<240).contains { image[$0, y] == .white } })
    }
}
