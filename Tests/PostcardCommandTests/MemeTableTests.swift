import PostcardFixtures
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Memes from tables.
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
            try Image(decoding: folder.read("out/one.jpg")).size == PixelSize(width: 480, height: 360))
        #expect(
            try Image(decoding: folder.read("out/meme-2.jpg")).size == PixelSize(width: 360, height: 480))
        let again = try await postcard.run("meme", "a.jpg", "--from", name, "-o", "out")
        #expect(again.status != 0)
        #expect(again.errors.contains("--force"), "\(again.errors)")
    }

    @Test func `more than 400 memes are on several sheets`() async throws {
        let table = "name,top\nsheet-2,A\n" + String(repeating: ",A\n", count: 401)
        try folder.write(Array(table.utf8), as: "t.csv")
        let result = try await postcard.run("meme", "a.jpg", "--from", "t.csv", "-o", "out")
        #expect(result.status == 75 && result.errors.contains("sheet-2 is already the name of a contact sheet."))
        let sizes = try ["out/sheet.jpg", "out/sheet-2.jpg"].map { try TestPicture.header(of: folder.read($0)).size }
        #expect(sizes == [ContactSheet(columns: 8).size(for: 400), ContactSheet(columns: 1).size(for: 1)])
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
