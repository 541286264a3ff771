import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Memes from tables, and memes for destinations.
@Suite struct MemeTableTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(120, 90), as: "a.jpg")
        try folder.write(TestPicture.jpeg(90, 120), as: "b.jpg")
        try folder.write([], as: "out/.keep")
    }

    static let tables = [
        "t.csv":
            "\u{FEFF}name,picture,top,bottom\r\none,,\"Commas, and \"\"quotes\"\"\",\"two\r\nlines\"\r\n,b.jpg,Only top,\r\n",
        "t.tsv": "name\tpicture\ttop\tbottom\none\t\tTabs\there\n\tb.jpg\tOnly top\n",
        "t.jsonl": """
        {"name": "one", "bottom": "B", "top": "A"}

        {"picture": "b.jpg", "texts": ["Only top"]}
        """,
    ]

    @Test(arguments: tables.keys.sorted())
    func `each row of a table becomes a meme, and together they form a sheet`(name: String) async throws {
        try folder.write(Array((Self.tables[name] ?? "").utf8), as: name)
        let result = try await postcard.run("meme", "a.jpg", "--from", name, "-o", "out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try folder.files().filter { $0.hasPrefix("out/") && !$0.hasSuffix(".keep") }
                == ["out/meme-2.jpg", "out/one.jpg", "out/sheet.jpg"])
        #expect(
            try Image(decoding: folder.read("out/one.jpg")).size == PixelSize(width: 120, height: 90))
        #expect(
            try Image(decoding: folder.read("out/meme-2.jpg")).size == PixelSize(width: 90, height: 120))
        let again = try await postcard.run("meme", "a.jpg", "--from", name, "-o", "out")
        #expect(again.status != 0)
        #expect(again.errors.contains("--force"), "\(again.errors)")
    }

    @Test func `the texts of a row come from its columns`() async throws {
        try folder.write(Array("top,bottom\n\"Ships, and\",sails\n".utf8), as: "t.csv")
        let result = try await postcard.run(
            "meme", "a.jpg", "--from", "t.csv", "-o", "out", "--format", "png")
        #expect(result.status == 0, "\(result.errors)")
        let bytes = String(decoding: try folder.read("out/meme-1.png"), as: UTF8.self)
        #expect(bytes.contains("Ships, and\nsails"))
    }

    /// A mark, a joiner or a variation selector after a separator, a quote or a line end forms one character with it.
    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func `fields are separated by bytes, and only line feeds and carriage returns end rows`(mark: String) throws {
        let text = "\(mark)a,\(mark)b\r\n\"c\"\(mark),\"\(mark)d\"\"\(mark)\"\n\(mark)e\u{2028}\u{85}\u{B}\u{C}f,g\rh,i"
        let records = SeparatedValues(text[...], usual: UInt8(ascii: ",")).records
        #expect(records.map(\.line) == [1, 2, 3, 4])
        let fields = [
            ["\(mark)a", "\(mark)b"], ["c\(mark)", "\(mark)d\"\(mark)"],
            ["\(mark)e\u{2028}\u{85}\u{B}\u{C}f", "g"], ["h", "i"],
        ]
        #expect(records.map { $0.fields.map { Array($0.utf8) } } == fields.map { $0.map { Array($0.utf8) } })
    }

    @Test(arguments: [
        ("bottom,top\nB,A\n", ["A", "B"]), ("Bottom,name,middle,TOP\nC,one,B,A\n", ["A", "B", "C"]),
        ("quote,title\nA,B\n", ["A", "B"]), ("bottom\nB\n", ["", "B"]), ("top,bottom\nA,\n", ["A"]),
    ])
    func `usual names of columns decide the order of the texts`(table: String, texts: [String]) throws {
        #expect(try CaptionTable(Array(table.utf8), extension: "csv", named: "t.csv").rows.map(\.texts) == [texts])
    }

    @Test func `an object with only a bottom text leaves the top empty`() throws {
        let table = try CaptionTable(Array(#"{"bottom": "B"}"#.utf8), extension: "jsonl", named: "t.jsonl")
        #expect(table.rows.map(\.texts) == [["", "B"]])
    }

    @Test func `lines of objects can have Windows line endings`() throws {
        let text = #"{"top": "A"}"# + "\r\n" + #"{"top": "B"}"# + "\r\n"
        let table = try CaptionTable(Array(text.utf8), extension: "jsonl", named: "t.jsonl")
        #expect(table.rows.map(\.texts) == [["A"], ["B"]])
    }

    @Test(arguments: [
        ("name,top,bottom\none,A,B\n", ","), ("name;top;bottom\none;A;B\n", ";"),
        ("name\ttop\tbottom\none\tA\tB\n", "\t"),
        ("name;\"top, or, so\";bottom\none;\"A\";B\n", ";"), ("name;top, or so;bottom\none;A;B\n", ";"),
    ])
    func `the separator is the most frequent one in the first line`(table: String, separator: String) throws {
        for kind in ["csv", "tsv"] {
            let rows = try CaptionTable(Array(table.utf8), extension: kind, named: "t").rows
            #expect(rows.map(\.texts) == [["A", "B"]] && rows.first?.name == "one")
        }
    }

    @Test(arguments: [
        ("csv", "name,top\nx,A\ny,B,C,D\nx,E\na/b,F\nsheet,G\nz,H\n", [3, 4, 5, 6]),
        ("csv", "name,top\nx,A\nz,B\nq,\"C\n", [4]),
        (
            "jsonl", "{\"name\": \"x\", \"top\": \"A\"}\nno JSON\n{\"top\": 5}\n{\"name\": \"z\", \"top\": \"B\"}\n",
            [2, 3]
        ),
    ])
    func `an invalid row is reported with its line number, and the other memes are made`(
        kind: String, table: String, lines: [Int]
    ) async throws {
        try folder.write(Array(table.utf8), as: "t.\(kind)")
        let result = try await postcard.run("meme", "a.jpg", "--from", "t.\(kind)", "-o", "out/")
        #expect(result.status == 75, "\(result.errors)")
        for line in lines { #expect(result.errors.contains("t.\(kind), line \(line): "), "\(result.errors)") }
        #expect(
            try folder.files().filter { $0.hasPrefix("out/") && !$0.hasSuffix(".keep") }
                == ["out/sheet.jpg", "out/x.jpg", "out/z.jpg"])
        #expect(result.text.contains("  out/x.jpg\n") && !(result.text + result.errors).contains("//"))
    }

    @Test(arguments: [
        ("name,top\n../x,A\n", 65, "line 2: ../x is not a valid file name"),
        ("name,top\nx,A\nx,B\n", 75, "already the name of line 2"),
        ("name,top\nsheet,A\n", 65, "contact sheet"), ("top\nA,B\n", 65, "2 fields for 1 column."),
        ("top\n\"A\n", 65, "not closed"), ("top,\"bottom\nA,B\n", 65, "one for each text"),
        ("name,picture\na,b.jpg\n", 65, "one for each text"), ("top\n", 65, "no row"),
        ("picture,top\nnone.jpg,A\n,B\n", 75, "line 2: Can't open none.jpg"),
    ])
    func `an invalid table is reported with the line number`(table: String, status: Int32, words: String) async throws {
        try folder.write(Array(table.utf8), as: "t.csv")
        let result = try await postcard.run("meme", "a.jpg", "--from", "t.csv", "-o", "out")
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
    }

    @Test(arguments: [
        ("discord-emoji", "wow.gif"), ("whatsapp-sticker", "wow.webp"), ("instagram-post", "wow.jpg"),
    ])
    func `a destination determines the file extension`(place: String, name: String) async throws {
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        let result = try await postcard.run("meme", "moves.gif", "WOW", "--for", place, "-o", "wow")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try folder.files().contains(name))
        // The loss of animation is reported.
        #expect(result.errors.contains("the first of") == (place == "instagram-post"), "\(result.errors)")
    }

    @Test(
        .enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"),
        arguments: [
            (["moves.gif", "WOW", "--for", "telegram-sticker", "-o", "out/wow"], "out/wow.webm", "vp9,512,"),
            (
                ["a.jpg", "ONE TWO", "--appear", "words", "--for", "telegram-emoji", "-o", "wow.webm"], "wow.webm",
                "vp9,100,100"
            ),
            (["a.jpg", "ONE TWO", "--appear", "words", "-o", "wow.mp4"], "wow.mp4", "h264,120,90"),
            (["moves.gif", "WOW", "--for", "x", "-o", "wow.mp4"], "wow.mp4", "h264,"),
            (["clip.mp4", "WOW", "--for", "whatsapp-status", "-o", "wow"], "wow.mp4", "h264,1080,1920"),
            (["clip.mp4", "WOW", "--for", "telegram-sticker", "-o", "wow"], "wow.webm", "vp9,512,"),
            (["clip.mp4", "WOW", "--for", "discord-emoji", "-o", "wow.gif"], "wow.gif", "gif,128,128"),
        ])
    func `a destination or a file name determines a video's format`(
        arguments: [String], name: String, stream: String
    ) async throws {
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=1", "-c:v", "mpeg4", folder.path("clip.mp4"),
        ])
        let result = try await postcard.run(["meme"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        let streams = try VideoLab.streams(of: folder.path(name))
        #expect(streams.count == 1 && streams[0].hasPrefix(stream), "\(streams)")
    }

    @Test(arguments: [
        (["a.jpg", "WOW", "-o", "wow.mp4"], "a.jpg is a still image"),
        (["moves.gif", "WOW", "--for", "telegram-sticker", "-o", "wow.mp4"], "accepts only .webm videos"),
        (["moves.gif", "WOW", "--for", "discord-emoji", "-o", "wow.mp4"], "accepts no videos"),
    ])
    func `a video that can't be made or that a destination does not accept is rejected`(
        arguments: [String], message: String
    ) async throws {
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        let result = try await postcard.run(["meme"] + arguments)
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
        #expect(!folder.has("wow.mp4"))
    }

    @Test(arguments: [("discord-emoji", "words.gif"), ("whatsapp-sticker", "words.webp")])
    func `text appears in an emoji or sticker`(place: String, name: String) async throws {
        let result = try await postcard.run(
            "meme", "a.jpg", "ONE TWO THREE", "--appear", "words", "--for", place, "-o", name)
        #expect(result.status == 0 && !result.errors.contains("over time"), "\(result.errors)")
        #expect(try AnimatedImage(decoding: folder.read(name)).frameCount == 3)
    }

    @Test func `texts and overlays that lose their animation in a result are reported`() async throws {
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        let words = try await postcard.run(
            "meme", "a.jpg", "SO MANY WORDS", "--appear", "words", "--for", "telegram-sticker", "-o", "words.webp")
        #expect(words.status == 0 && words.errors.contains("over time only"), "\(words.errors)")
        let overlay = try await postcard.run(
            "meme", "a.jpg", "A", "--overlay", "moves.gif@0.1,0.1,0.3,0.3", "-o", "overlay.jpg")
        #expect(overlay.status == 0 && overlay.errors.contains("Overlay 1 is drawn as a still"), "\(overlay.errors)")
    }

    @Test func `a meme for a destination has its shape and format`() async throws {
        let emoji = try await postcard.run(
            "meme", "a.jpg", "WOW", "--for", "discord-emoji", "-o", "wow.png")
        #expect(emoji.status == 0, "\(emoji.errors)")
        #expect(try Image(decoding: folder.read("wow.png")).size == .square(128))
        let story = try await postcard.run(
            "meme", "a.jpg", "WOW", "--for", "instagram-story", "-o", "story.jpg")
        #expect(story.status == 0, "\(story.errors)")
        #expect(
            try Image(decoding: folder.read("story.jpg")).size == PixelSize(width: 1_080, height: 1_920))
        let wrong = try await postcard.run(
            "meme", "a.jpg", "WOW", "--for", "whatsapp-sticker", "-o", "wow.png")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("accepts WebP"), "\(wrong.errors)")
        let unknown = try await postcard.run(
            "meme", "a.jpg", "WOW", "--for", "myspace", "-o", "wow.png")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("telegram-sticker"), "\(unknown.errors)")
    }

    @Test(arguments: [["--from", "1"], ["--to", "2"], ["--fps", "10"]])
    func `parts and frame rates are accepted only for videos`(option: [String]) async throws {
        let result = try await postcard.run(["meme", "a.jpg", "WOW", "-o", "wow.jpg"] + option)
        #expect(result.status == 64)
        #expect(result.errors.contains("for videos"), "\(result.errors)")
    }

    @Test(arguments: [
        (["--from", "later"], 64, "a time in the video, such as 12.5 or 1:02, or a table"),
        (["--from", "1:75"], 64, "a time in the video"),
        (["--from", "words.txt"], 64, "must end in .csv, .tsv"),
        (["--from", "none.csv"], 66, "none.csv"),
        (["--from", "t.csv", "--to", "3"], 64, "--to and --fps are for videos"),
        (["--from", "t.csv", "TOP"], 64, "Texts come from the table"),
    ])
    func `a table and a time are distinguished`(option: [String], status: Int, words: String) async throws {
        try folder.write(Array("top\nA\n".utf8), as: "t.csv")
        try folder.write(Array("A\n".utf8), as: "words.txt")
        let result = try await postcard.run(["meme", "a.jpg", "-o", "out"] + option)
        #expect(result.status == Int32(status), "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
