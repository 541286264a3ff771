import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@Suite struct MemeLetteringTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(320, 240), as: "photo.jpg")
    }

    private static let font = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fonts/Frankmark-Regular.ttf")

    private func meme(_ arguments: String...) async throws -> Image {
        let result = try await postcard.run(["meme", "photo.jpg"] + arguments + ["-o", "out.png", "--force"])
        try #require(result.status == 0, "\(result.errors)")
        return try Image(decoding: folder.read("out.png"))
    }

    private func count(_ color: Color, in image: Image, x: Range<Int>, y: Range<Int>) -> Int {
        y.reduce(0) { sum, y in sum + x.count { image[$0, y] == color } }
    }

    private let red = Color(red: 255, green: 0, blue: 0)
    private let blue = Color(red: 0, green: 0, blue: 255)

    @Test func `an option given once per text applies to each text`() async throws {
        let image = try await meme("HH", "HH", "--color", "#f00", "--color", "#00f")
        #expect(count(red, in: image, x: 0..<320, y: 0..<80) > 200)
        #expect(count(blue, in: image, x: 0..<320, y: 0..<80) == 0)
        #expect(count(blue, in: image, x: 0..<320, y: 160..<240) > 200)
        #expect(count(red, in: image, x: 0..<320, y: 160..<240) == 0)
    }

    @Test func `an option given once applies to all texts`() async throws {
        let image = try await meme("HH", "HH", "--color", "#f00", "--outline", "none")
        #expect(count(red, in: image, x: 0..<320, y: 0..<80) > 200)
        #expect(count(red, in: image, x: 0..<320, y: 160..<240) > 200)
    }

    @Test func `--avoid detail moves the text off the detailed part, and meme redo keeps its position`() async throws {
        var photo = try Image(size: PixelSize(width: 320, height: 240), fill: .black)
        for y in 10..<90 {
            for x in 60..<260 where (x / 6 + y / 6).isMultiple(of: 2) {
                try photo.setColor(Color(red: 90, green: 90, blue: 90), x: x, y: y)
            }
        }
        try folder.write(photo.encoded(as: .png), as: "busy.png")
        func lettered(_ name: String) throws -> Int {
            count(red, in: try Image(decoding: folder.read(name)), x: 0..<320, y: 10..<90)
        }
        let given = ["HELLO THERE", "--color", "#f00"]
        var result = try await postcard.run(["meme", "busy.png"] + given + ["-o", "usual.png"])
        try #require(result.status == 0, "\(result.errors)")
        result = try await postcard.run(
            ["meme", "busy.png"] + given + ["--avoid", "detail", "--library", "l", "--json", "-o", "off.png"])
        try #require(result.status == 0, "\(result.errors)")
        #expect(try lettered("usual.png") > 500 && lettered("off.png") == 0)
        let record = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        let id = try #require(record["id"] as? String)
        result = try await postcard.run(["meme", "redo", id, "OTHER WORDS", "--library", "l", "-o", "again.png"])
        try #require(result.status == 0, "\(result.errors)")
        #expect(try lettered("again.png") == 0)
        #expect(count(red, in: try Image(decoding: folder.read("again.png")), x: 0..<320, y: 90..<240) > 500)
    }

    @Test(arguments: [
        ["--avoid", "faces"], ["--avoid", "detail", "--position", "top"], ["--avoid", "detail", "--style", "band"],
    ])
    func `the error for an invalid --avoid value states the valid one`(options: [String]) async throws {
        let result = try await postcard.run(["meme", "photo.jpg", "HELLO"] + options + ["-o", "out.png"])
        #expect(result.status == 64)
        #expect(result.errors.contains("detail"))
    }

    @Test func `text leaves a face visible unless --no-avoid is given`() async throws {
        let photo = try TestPicture.face(
            Color(red: 198, green: 134, blue: 104), at: (160, 55), on: PixelSize(width: 320, height: 240))
        try folder.write(photo.encoded(as: .png), as: "face.png")
        /// Returns the number of covered eyes.
        func covered(_ options: String...) async throws -> Int {
            let given = [
                "meme", "face.png", "this is a longer text of two lines", "-o", "out.png", "--force", "--color", "#f00",
            ]
            let result = try await postcard.run(given + options)
            try #require(result.status == 0, "\(result.errors)")
            let image = try Image(decoding: folder.read("out.png"))
            return [151, 169].count { eye in
                (eye - 4...eye + 4).contains { x in (44...50).contains { image[x, $0] != photo[x, $0] } }
            }
        }
        #expect(try await covered() == 0)
        #expect(try await covered("--no-avoid") == 2)
        #expect(try await covered("--avoid", "none") == 2)
        #expect(try await covered("--position", "top") == 0)
        #expect(try await covered("--avoid", "detail") == 0)
    }

    @Test(arguments: [("top", 0..<80), ("middle", 80..<160), ("bottom", 160..<240)])
    func `--position moves the text`(position: String, rows: Range<Int>) async throws {
        let image = try await meme("HH", "--color", "#f00", "--position", position)
        #expect(count(red, in: image, x: 0..<320, y: rows) > 200)
        #expect(count(red, in: image, x: 0..<320, y: 0..<240) == count(red, in: image, x: 0..<320, y: rows))
    }

    @Test func `vertical text starts at the right side`() async throws {
        let image = try await meme("HH", "--vertical", "--color", "#f00")
        #expect(count(red, in: image, x: 214..<320, y: 0..<240) > 200)
        #expect(count(red, in: image, x: 0..<214, y: 0..<240) == 0)
        let left = try await meme("HH", "--vertical", "--align", "left", "--color", "#f00")
        #expect(count(red, in: left, x: 0..<106, y: 0..<240) > 200)
        let band = try await postcard.run([
            "meme", "photo.jpg", "HH", "--style", "band", "--vertical", "-o", "band.png",
        ])
        #expect(band.status == 64)
        #expect(band.errors.contains("--vertical"))
    }

    @Test func `a bubble is above the tip of its tail`() async throws {
        let image = try await meme("HH", "--bubble", "0.2,0.8", "--color", "#f00")
        #expect(count(red, in: image, x: 0..<320, y: 80..<192) > 50)
        #expect(count(.white, in: image, x: 0..<320, y: 80..<192) > 200)
        #expect(count(red, in: image, x: 0..<320, y: 0..<80) == 0)
        // A style has positions for two texts. Bubbles, and texts with a separate position, do not use them.
        for options in [
            ["--bubble", "0.2,0.8"], ["--bubble", "0.2,0.8", "--bubble", "0.5,0.5", "--bubble", "0.8,0.8"],
            ["--position", "middle"],
        ] {
            let result = try await postcard.run(
                ["meme", "photo.jpg", "HH", "HH", "HH", "--color", "#f00", "-o", "three.png", "--force"] + options)
            try #require(result.status == 0, "\(result.errors)")
            let three = try Image(decoding: folder.read("three.png"))
            #expect(count(red, in: three, x: 0..<320, y: 0..<240) > 150)
        }
        let wrong = try await postcard.run(["meme", "photo.jpg", "HH", "--bubble", "0.2", "-o", "wrong.png"])
        #expect(wrong.status == 64 && wrong.errors.contains("--bubble"))
        let band = try await postcard.run([
            "meme", "photo.jpg", "HH", "--style", "band", "--bubble", "0.2,0.8", "-o", "band.png",
        ])
        #expect(band.status == 64)
    }

    @Test func `one option sets effects on the text and on the picture`() async throws {
        var seen: Set<[UInt8]> = [try await meme("HH", "HH").encoded(as: .png)]
        for effects in [
            ["glow"], ["arc"], ["rainbow"], ["deep-fried"], ["glow", "rainbow"], ["rainbow", "deep-fried"],
            ["arc,rainbow"], ["arc,rainbow", "glow"], ["arc,deep-fried"],
        ] {
            let result = try await postcard.run(
                ["meme", "photo.jpg", "HH", "HH", "-o", "out.png", "--force"] + effects.flatMap { ["--effect", $0] })
            try #require(result.status == 0, "\(result.errors)")
            let image = try Image(decoding: folder.read("out.png"))
            #expect(try seen.insert(image.encoded(as: .png)).inserted, "\(effects)")
        }
        let one = try await meme("HH", "--effect", "arc", "--effect", "rainbow")
        #expect(try await meme("HH", "--effect", "arc,rainbow").encoded(as: .png) == one.encoded(as: .png))
        let wrong = try await postcard.run(["meme", "photo.jpg", "HH", "--effect", "arc,neon", "-o", "wrong.png"])
        #expect(wrong.status == 64)
        for name in ["glow", "arc", "rainbow", "deep-fried"] { #expect(wrong.errors.contains(name)) }
    }

    @Test func `the language determines the capitalization`() async throws {
        let turkish = try await meme("ii", "--language", "tr", "--color", "#f00")
        let typed = try await meme("İİ", "--color", "#f00")
        let english = try await meme("ii", "--color", "#f00")
        func count(_ image: Image) -> Int { self.count(red, in: image, x: 0..<320, y: 0..<240) }
        #expect(count(turkish) == count(typed))
        #expect(count(turkish) != count(english))
        let wrong = try await postcard.run(["meme", "photo.jpg", "ii", "--language", "Turkish!", "-o", "out.png"])
        #expect(wrong.status == 64)
    }

    @Test func `markup is applied unless the text is plain`() async throws {
        let marked = try await meme("[#f00]HH[/]")
        #expect(count(red, in: marked, x: 0..<320, y: 0..<80) > 200)
        let plain = try await meme("[#f00]HH[/]", "--plain")
        #expect(count(red, in: plain, x: 0..<320, y: 0..<80) == 0)
    }

    @Test func `--same-size gives all texts one size`() async throws {
        let long = "MANY WORDS THAT ARE SET IN SMALL LETTERS SINCE THERE ARE MANY OF THEM, AND SOME MORE"
        let apart = try await meme("HH", long, "--color", "#f00", "--color", "#00f")
        let same = try await meme("HH", long, "--color", "#f00", "--color", "#00f", "--same-size")
        let rows = 0..<120
        #expect(count(red, in: same, x: 0..<320, y: rows) * 2 < count(red, in: apart, x: 0..<320, y: rows))
    }

    @Test func `a box can be filled with a color`() async throws {
        let image = try await meme("HH", "--color", "#f00", "--outline", "none", "--box", "0.1,0.1,0.8,0.8")
        #expect(count(red, in: image, x: 0..<320, y: 20..<60) > 500)
        #expect(count(red, in: image, x: 0..<320, y: 180..<220) > 500)
    }

    @Test(arguments: [" ", "\u{200B}", "\u{FEFF}", "\u{2800}", "\u{A0}"])
    func `invisible text is rejected`(text: String) async throws {
        let result = try await postcard.run(["meme", "photo.jpg", text, "-o", "out.png"])
        #expect(result.status == 64)
        #expect(result.errors.contains("Add text"))
    }

    @Test func `boxes contain the text`() async throws {
        let image = try await meme(
            "HHHHHH", "HHHHHH", "--color", "#f00", "--color", "#00f", "--box", "0,0,0.5,0.5", "--box", "0.5,0.5,0.5,0.5"
        )
        #expect(count(red, in: image, x: 0..<160, y: 0..<120) > 200)
        #expect(count(blue, in: image, x: 160..<320, y: 120..<240) > 200)
        #expect(count(red, in: image, x: 160..<320, y: 0..<240) == 0)
        #expect(count(blue, in: image, x: 0..<160, y: 0..<240) == 0)
    }

    @Test func `a font file can be used`() async throws {
        try folder.write([UInt8](Data(contentsOf: Self.font)), as: "own.ttf")
        let image = try await meme("WORDS", "--font", "own.ttf")
        let usual = try await meme("WORDS")
        for y in 0..<240 { for x in 0..<320 { try #require(image[x, y] == usual[x, y]) } }
    }

    @Test func `a meme with a font file can be redone from any folder`() async throws {
        try folder.write([UInt8](Data(contentsOf: Self.font)), as: "own.ttf")
        _ = try await meme("WORDS", "--font", "own.ttf")
        struct Listed: Decodable { let id: String }
        let listed = try await postcard.run("meme", "list", "--json").json([Listed].self)
        var elsewhere = postcard
        elsewhere.folder = elsewhere.folder.appending(path: "Library")
        let redone = try await elsewhere.run("meme", "redo", try #require(listed.first).id, "OTHERS")
        #expect(redone.status == 0, "\(redone.errors)")
    }

    @Test(arguments: [
        (["--font", "own.ttf"], Int32(66), "own.ttf"), (["--font", "cut.ttf"], 65, "cut.ttf"),
        (["--font", "/dev/zero"], 65, "/dev/zero"), (["--font", "No Such Font 9f2c"], 65, "fc-list"),
        (["--color", "#f00", "--color", "#00f", "--color", "#0f0"], 64, "once for each"),
        (["--box", "0,0,1"], 64, "--box"), (["--box", "0,0,0,1"], 64, "--box"), (["--position", "left"], 64, "top"),
        (["--style", "band", "--position", "top"], 64, "is outside the picture"), (["--opacity", "2"], 64, "100%"),
    ])
    func `invalid options are reported`(options: [String], status: Int32, message: String) async throws {
        try folder.write([UInt8](Data(contentsOf: Self.font)).prefix(300).map { $0 }, as: "cut.ttf")
        let texts = options.contains("band") ? ["A"] : ["A", "B"]
        let result = try await postcard.run(["meme", "photo.jpg"] + texts + ["-o", "out.png"] + options)
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
