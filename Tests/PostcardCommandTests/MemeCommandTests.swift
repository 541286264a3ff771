import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@Suite struct MemeCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(320, 240), as: "photo.jpg")
    }

    @Test(arguments: ["out.jpg", "out.png"])
    func `a meme has the size of its picture and the format that its file name determines`(name: String) async throws {
        let result = try await postcard.run("meme", "photo.jpg", "TOP", "BOTTOM", "-o", name)
        #expect(result.status == 0, "\(result.errors)")
        let header = try TestPicture.header(of: folder.read(name))
        #expect(header.format == ImageFormat(fileExtension: String(name.suffix(3))))
        #expect(header.size == PixelSize(width: 320, height: 240))
    }

    @Test func `text is white with a black outline at top and bottom`() async throws {
        _ = try await postcard.run("meme", "photo.jpg", "HHHH", "HHHH", "-o", "out.png")
        let meme = try Image(decoding: folder.read("out.png"))
        func count(_ color: Color, rows: Range<Int>) -> Int {
            rows.reduce(0) { sum, y in sum + (0..<320).count { meme[$0, y] == color } }
        }
        for rows in [0..<80, 160..<240] {
            #expect(count(.white, rows: rows) > 500)
            #expect(count(.black, rows: rows) > 300)
        }
        #expect(count(.white, rows: 100..<140) == 0)
    }

    @Test func `a picture is read from standard input, and a meme is written to standard output`() async throws {
        let result = try await postcard.run(
            "meme", "-", "TOP", "-o", "-", input: try TestPicture.jpeg(320, 240))
        #expect(result.status == 0, "\(result.errors)")
        let meme = try Image(decoding: result.output)
        #expect(meme.size == PixelSize(width: 320, height: 240))
    }

    @Test(arguments: [
        (200, 150, [], 600, 450, "photo.jpg is small, so the meme is larger"), (30, 60, [], 120, 240, "--size 60"),
        (400, 300, ["--crop", "square", "--size", "300"], 300, 300, ""), (200, 150, ["--size", "200"], 200, 150, ""),
        (400, 100, ["--crop", "0,0,200,100"], 600, 300, "--size 400"),
    ])
    func `a small picture is enlarged, so that the text is sharp`(
        width: Int, height: Int, options: [String], enlargedWidth: Int, enlargedHeight: Int, message: String
    ) async throws {
        try folder.write(TestPicture.jpeg(width, height), as: "photo.jpg")
        let result = try await postcard.run(["meme", "photo.jpg", "TOP", "-o", "out.jpg"] + options)
        #expect(result.status == 0, "\(result.errors)")
        try expectEqual(
            TestPicture.header(of: folder.read("out.jpg")).size,
            PixelSize(width: enlargedWidth, height: enlargedHeight))
        #expect(message.isEmpty ? !result.errors.contains("small") : result.errors.contains(message))
    }

    @Test func `a small animation keeps its size`() async throws {
        let source = Fixture.small("gif-disposal-2.gif").bytes
        try folder.write(source, as: "moves.gif")
        let result = try await postcard.run("meme", "moves.gif", "TOP", "-o", "out.gif")
        #expect(result.status == 0, "\(result.errors)")
        try expectEqual(TestPicture.header(of: folder.read("out.gif")).size, TestPicture.header(of: source).size)
    }

    @Test func `the texts of a saved meme are shown with their positions and the command that changes them`()
        async throws
    {
        let made = try await postcard.run("meme", "photo.jpg", "Me:", "--style", "band", "--json")
        let id = try made.json(Saved.self).id
        let shown = try await postcard.run("meme", "show", id).text
        #expect(shown.contains("\nAbove:   Me:\n"), "\(shown)")
        #expect(shown.hasSuffix("To change the texts, in this order: postcard meme redo \(id) \"NEW TEXT\"\n"))
    }

    private struct Saved: Decodable {
        let id: String
    }

    @Test func `every meme in a library is recorded`() async throws {
        _ = try await postcard.run("meme", "photo.jpg", "FIRST", "-o", "a.jpg")
        _ = try await postcard.run("meme", "photo.jpg", "SECOND", "-o", "b.jpg")
        struct Listed: Decodable {
            let id: String
            let texts: [String]
            let file: String
            let path: String
        }
        let listed = try await postcard.run("meme", "list", "--json").json([Listed].self)
        #expect(listed.map(\.texts) == [["SECOND"], ["FIRST"]])
        let second = try #require(listed.first)
        #expect(second.file == "photo.jpg")
        #expect(try Array(Data(contentsOf: URL(filePath: second.path))) == folder.read("b.jpg"))
        let shown = try await postcard.run("meme", "show", second.id, "--json").json(Listed.self)
        #expect(shown.texts == ["SECOND"])
    }

    @Test func `other tools read the index`() async throws {
        _ = try await postcard.run("meme", "photo.jpg", "SAID \"SO\"", "-o", "a.jpg")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/jq")
        process.arguments = [
            "-r", ".changes[] | select(.kind == \"meme\") | .record.texts[0]", folder.path("Library/index.jsonl"),
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try #require(try pipe.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        #expect(String(decoding: output, as: UTF8.self) == "SAID \"SO\"\n")
    }

    @Test func `an existing file is replaced only with --force`() async throws {
        try folder.write(Array("mine".utf8), as: "out.jpg")
        let refused = try await postcard.run("meme", "photo.jpg", "TOP", "-o", "out.jpg")
        #expect(refused.status == 73)
        #expect(refused.errors.contains("--force"))
        #expect(try folder.read("out.jpg") == Array("mine".utf8))
        let forced = try await postcard.run("meme", "photo.jpg", "TOP", "-o", "out.jpg", "--force")
        #expect(forced.status == 0)
        let header = try TestPicture.header(of: folder.read("out.jpg"))
        #expect(header.format == .jpeg)
    }

    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Mistake(arguments: ["photo.jpg"], status: 64, message: "Add text"),
        Mistake(arguments: ["photo.jpg", " ", "-o", "o.jpg"], status: 64, message: "Add text"),
        Mistake(arguments: ["photo.jpg", "A", "-o", "o.xyz"], status: 64, message: ".webp, .avif or .gif"),
        Mistake(
            arguments: ["photo.jpg", "A", "-o", "o.jpg", "--quality", "0"], status: 64, message: "between 1 and 100"),
        Mistake(arguments: ["nothing.jpg", "A", "-o", "o.jpg"], status: 66, message: "nothing.jpg"),
        Mistake(arguments: ["text.jpg", "A", "-o", "o.jpg"], status: 65, message: "not a picture"),
        Mistake(arguments: ["cut.jpg", "A", "-o", "o.jpg"], status: 65, message: "ends early"),
        Mistake(arguments: ["empty.jpg", "A", "-o", "o.jpg"], status: 65, message: "empty"),
        Mistake(arguments: ["photo.jpg", "A", "-o", "no/such/o.jpg"], status: 66, message: "no/such"),
        Mistake(arguments: ["photo-000000000000", "A"], status: 66, message: "no library"),
        Mistake(arguments: ["photo.jpg", "A", "-o", "/dev/full"], status: 64, message: "picture format"),
    ])
    func `invalid arguments are reported and leave nothing behind`(mistake: Mistake) async throws {
        try folder.write(Array("hello".utf8), as: "text.jpg")
        try folder.write([], as: "empty.jpg")
        let photo = try folder.read("photo.jpg")
        try folder.write(Array(photo[..<(photo.count / 2)]), as: "cut.jpg")
        let before = try folder.files()
        let result = try await postcard.run(["meme"] + mistake.arguments)
        #expect(result.status == mistake.status)
        #expect(result.errors.contains(mistake.message), "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(try folder.files().filter { !$0.hasPrefix("Library/") } == before)
    }
}
