import PostcardImaging
import Testing

@testable import PostcardMemes

struct UnbrokenPartTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)
    private static let sizes = [
        PixelSize(width: 900, height: 1600), PixelSize(width: 1200, height: 1600), PixelSize(width: 1600, height: 1200),
        PixelSize(width: 200, height: 500),
    ]

    private func lines(_ text: String, on size: PixelSize) throws -> [String] {
        let meme = Meme.classic(bottom: text)
        return try meme.captions[0].layout(on: size, fonts: Self.fonts).lines.map(\.text)
    }

    @Test(
        arguments: [
            "#mondaymotivation", "#MondayMotivation #NoFilter", "follow @mountainphotography", "#livelaughlove",
            "my cat at 3 am #sorrynotsorryatallmyfriend", "@jean-luc.picard_1701 said so", "🔥#throwbackthursday🔥",
            "3.14159265358979323846264338327950288", "population 1,417,492,000,000", "+49-170-555-0100-2000",
        ], sizes)
    func `no line starts inside a hashtag, a name or a number`(text: String, size: PixelSize) throws {
        let lines = try lines(text, on: size)
        for part in text.uppercased().split(whereSeparator: { " 🔥".contains($0) }) {
            #expect(lines.contains { $0.contains(part) }, "\(lines)")
        }
    }

    @Test(
        arguments: [
            ("we paid 10 000 crowns for it", "10 000"), ("call 555 123 4567 right now please", "555 123 4567"),
            ("it is finally 100 % done and dusted", "100 %"),
            ("the sign said (no dogs allowed) twice", "(no dogs allowed)"),
            ("people [keeper sighs] expected that", "[keeper sighs]"),
            ("arr[i + 1] is one too far again", "arr[i + 1]"),
        ], sizes)
    func `numbers with spaces and short brackets stay on one line`(
        example: (text: String, part: String), size: PixelSize
    ) throws {
        let lines = try lines(example.text, on: size)
        #expect(lines.contains { $0.contains(example.part.uppercased()) }, "\(lines)")
    }

    /// Returns lines in a font without the characters, which draws boxes of equal width.
    private func lines(_ text: String, width: Double, height: Double = 400) throws -> [String] {
        var caption = Caption(text, in: UnitBox(x: 0, y: 0, width: width / 1000, height: height / 1000))
        caption.font = .typeface(try SyntheticFont.typeface())
        caption.maximumSize = .pixels(90)
        return try caption.layout(on: .square(1000), fonts: Self.fonts).lines.map(\.text)
    }

    @Test(arguments: [
        ("「あと5分だけ」と言って", "「あと5分だけ」"), ("これは（たぶん）仕様です", "（たぶん）"), ("他说《三体》很好看", "《三体》"),
        ("今日は#月曜日の憂鬱 です", "#月曜日の憂鬱"),
    ])
    func `short brackets and hashtags of Chinese and Japanese stay on one line`(text: String, part: String) throws {
        for width in stride(from: 300.0, through: 1000, by: 50) {
            let lines = try lines(text, width: width)
            #expect(lines.contains { $0.contains(part) }, "\(lines) at \(width)")
        }
    }

    @Test func `long brackets are divided, but not near their ends`() throws {
        let text = "彼は「この長い引用文は一行にはとても入りきらないと思います」と言った"
        var divided = 0
        for width in stride(from: 250.0, through: 900, by: 50) {
            let lines = try lines(text, width: width)
            for line in lines {
                if let open = line.lastIndex(of: "「"), !line.contains("」") {
                    #expect(line.distance(from: open, to: line.endIndex) > 4, "\(lines)")
                    divided += 1
                }
                if let close = line.firstIndex(of: "」"), !line.contains("「") {
                    #expect(line.distance(from: line.startIndex, to: close) >= 4, "\(lines)")
                }
            }
        }
        #expect(divided > 0)
    }

    @Test(arguments: [
        ("(a (b) c)", "(_a_ _(_b_)_ _c_)"), ("a) b (c", "a) b (c"), (":-) (ok)", ":-) (_o_k_)"),
        ("a@b.c #d", "a@b.c #_d"),
        ("x@y @z_1.a.", "x@y @_z___1_._a."), ("#a#b", "#_a#_b"), ("1 000 2025 5 %", "1 _000 _2025 5 _%"), ("", ""),
    ])
    func `parts are found`(string: String, expected: String) throws {
        let text = try CaptionText(string, letterCase: .asTyped)
        let parts = UnbrokenParts(text, text.scalars.map(LineBreakClass.init))
        let marked = text.scalars.indices.map {
            (parts.position(before: $0) == .inWhole ? "_" : "") + text.string($0..<$0 + 1)
        }
        #expect(marked.joined() == expected)
    }

    @Test func `an endless hashtag is divided rather than tiny`() throws {
        let size = PixelSize(width: 1200, height: 1600)
        let text = "#" + String(repeating: "wow", count: 100)
        let layout = try Meme.classic(bottom: text).captions[0].layout(on: size, fonts: Self.fonts)
        #expect(layout.lines.count > 2 && layout.size > 30)
    }

    @Test func `underscores stay clear of the next line`() throws {
        func leading(_ text: String) throws -> Int {
            try Caption(text).layout(on: .square(400), fonts: Self.fonts).leading
        }
        #expect(try leading("NODE_MODULES\nHHHHHHHHHHHH") > leading("NODEMODULES\nHHHHHHHHHHHH"))
        // No line is below the underscore.
        #expect(try leading("HHHHHHHHHHHH\nNODE_MODULES") == leading("HHHHHHHHHHHH\nNODEMODULES"))
    }

    @Test(
        .enabled(if: InstalledFonts.hasNotoCJK, "needs Debian's fonts-noto-cjk"),
        arguments: [
            ("経っていた…", 1), ("我说——你好", 2), ("他说：“好。”", 2), ("それは“はい”です…", 3), ("“Hello”と言う", 0), ("Swift…", 0),
            ("don’t 直す", 0), ("あと5分だけ", 1), ("残り30日", 2), ("全部で12", 2), ("iOS 26の話", 0), ("あと100%", 0),
        ])
    func `signs next to Han characters and kana, and numbers between them, are in their font`(
        text: String, count: Int
    ) throws {
        #expect(try signsInFallback(of: text) == count)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"),
        arguments: [
            ("لما تقول 5 دقائق", 1), ("الساعة 10", 2), ("דקות 5", 0), ("iPhone 5 جديد", 0), ("पहले 2 घंटे", 1),
            ("In 5 minutes", 0),
        ])
    func `numbers between letters of a fallback font are in that font`(text: String, count: Int) throws {
        #expect(try signsInFallback(of: text) == count)
    }

    /// Returns how many signs and digits of a text are in a fallback font.
    private func signsInFallback(of text: String) throws -> Int {
        let text = try CaptionText(text, letterCase: .asTyped)
        let runs = try TextRuns(text, typeface: CaptionFont.bundled.typeface(in: .shared), fonts: .shared)
        let signs = text.scalars.indices.filter {
            0x2014...0x2026 ~= text.scalars[$0] || 0x30...0x39 ~= text.scalars[$0]
        }
        return signs.count { sign in runs.runs.contains { $0.range.contains(sign) && $0.typeface > 0 } }
    }
}
