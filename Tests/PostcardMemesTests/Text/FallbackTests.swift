import PostcardImaging
import Testing

@testable import PostcardMemes

struct FallbackTests {
    private let size = PixelSize(width: 800, height: 600)

    private func layout(_ text: String) throws -> TextLayout {
        try Caption(text, in: UnitBox(x: 0.05, y: 0.1, width: 0.9, height: 0.3)).layout(on: size)
    }

    /// Checks that the font has every character, and that the ink stays inside the box.
    private func expectWhole(_ text: String) throws {
        let layout = try layout(text)
        #expect(layout.missing.isEmpty)
        #expect(layout.unfitted.isEmpty)
        #expect(layout.lines.allSatisfy { $0.glyphs.allSatisfy { $0.id != 0 } })
        #expect(Double(layout.height) * layout.pixelsPerUnit <= 180)
        #expect(layout.lines.allSatisfy { Double($0.width) * layout.pixelsPerUnit <= 720 })
        let caption = Caption(text, in: UnitBox(x: 0.05, y: 0.1, width: 0.9, height: 0.3))
        let image = try Meme(captions: [caption]).render(onto: Image(size: size, fill: .white)).image
        var hasInk = false
        for y in 0..<size.height {
            for x in 0..<size.width where image[x, y] != .white {
                hasInk = true
                // Glyphs can extend slightly beyond their advance.
                try #require((20...780).contains(x) && (57...243).contains(y), "ink at \(x), \(y)")
            }
        }
        #expect(hasInk)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"),
        arguments: [
            "مرحبا بالعالم", "שלום עולם", "जब बग ठीक हो जाए", "เมื่อแก้บั๊กได้", "ქართული", "Հայերեն", "አማርኛ", "தமிழ்", "বাংলা",
            "Swift 6 في القاهرة", "အင်္ဂါ မြန်မာ", "ភាសាខ្មែរ",
        ])
    func `scripts of the world are complete`(text: String) throws {
        try expectWhole(text)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNotoCJK, "needs Debian's fonts-noto-cjk"),
        arguments: ["当你修好了错误", "バグを直したのに、なぜ動くのか", "한국어 자막", "𠮷野家"])
    func `East Asian text is complete`(text: String) throws {
        try expectWhole(text)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNotoEmoji, "needs Debian's fonts-noto-color-emoji"),
        arguments: ["😂", "👍🏽", "👨‍👩‍👧‍👦", "🇫🇷", "1️⃣", "🏳️‍🌈", "A😂B"])
    func `emoji are complete`(text: String) throws {
        try expectWhole(text)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNotoEmoji, "needs Debian's fonts-noto-color-emoji"),
        arguments: ["👍🏽", "👨‍👩‍👧‍👦", "🇫🇷", "1️⃣", "🏳️‍🌈"])
    func `joined emoji are one glyph`(text: String) throws {
        #expect(try layout(text).lines[0].glyphs.count == 1)
    }

    /// Fonts that state a low height of capitals are enlarged.
    @Test(
        .enabled(if: InstalledFonts.hasNoto && InstalledFonts.hasNotoEmoji, "needs Noto fonts and emoji"),
        arguments: [("A😂", 1.0), ("😂 A", 1.0), ("مرحبا😂", 1.19), ("😂 مرحبا A", 1.19), ("😂", 1.0), ("🅰\u{FE0F}😂", 1.0)])
    func `emoji are a quarter taller than the digits of the font beside them`(text: String, share: Double) throws {
        let layout = try layout(text)
        let emoji = try #require(layout.typefaces.first { $0.typeface.isColor })
        let height = 1.07 * Double(layout.typefaces[0].capHeight)
        #expect(abs(Double(emoji.scale) / height - share) < 0.01)
    }

    @Test(
        .enabled(if: InstalledFonts.hasNotoCJK, "needs Debian's fonts-noto-cjk"),
        arguments: [("I", 1.0), ("口", 0.75), ("国", 0.75)])
    func `dense characters have a thinner outline`(text: String, share: Double) throws {
        var caption = Caption(text, in: UnitBox(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
        caption.outline = Caption.Outline(color: .black, width: 0.2)
        caption.fill = Color(red: 255, green: 0, blue: 0)
        let image = try Meme(captions: [caption]).render(onto: Image(size: size, fill: .white)).image
        let row = (0..<size.width).map { image[$0, size.height / 2] }
        let start = try #require(row.firstIndex { $0 != .white })
        let end = try #require(row.firstIndex { $0.red == 255 && $0.green < 128 })
        let width = try 0.2 * caption.layout(on: size).size
        #expect(abs(Double(end - start) - width * share) <= 2)
    }

    @Test(.enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"))
    func `Arabic is joined and runs from right to left`() throws {
        let joined = try layout("بب").lines[0].glyphs
        let alone = try layout("ب ب").lines[0].glyphs
        #expect(joined.count >= 2)
        #expect(Set(joined.map(\.id)) != Set(alone.map(\.id)))
        // The paragraph runs from right to left, so the Latin letter, which is read last, is leftmost.
        let mixed = try layout("بب A").lines[0]
        let bundled = mixed.glyphs.filter { $0.typeface == 0 }.map(\.x).max() ?? .max
        let arabic = mixed.glyphs.filter { $0.typeface == 1 }.map(\.x).min() ?? 0
        #expect(bundled < arabic)
    }

    /// The space of the bundled typeface is too narrow next to wider letters.
    @Test(.enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"), arguments: ["A क", "क A"])
    func `a space next to letters in another font is in that font`(text: String) throws {
        #expect(try layout(text).lines[0].glyphs.filter { $0.typeface == 1 }.count == 2)
    }

    @Test func `the bundled typeface contains Hebrew with points`() throws {
        for text in ["אֲנִי", "קֻבִּיָּה", "שָׂרָה", "בית־ספר", "צה״ל", "ייִדיש"] {
            #expect(try layout(text).typefaces.count == 1, "\(text)")
        }
    }

    /// The bundled typeface has no cantillation accents, and letters of two typefaces in a word look like a mistake.
    @Test(.enabled(if: InstalledFonts.hasNoto, "needs Debian's fonts-noto-core"))
    func `a Hebrew word with an accent is entirely in another typeface`() throws {
        let used = Set(try layout("בְּרֵאשִׁ֖ית").lines[0].glyphs.map(\.typeface))
        #expect(used.count == 1 && !used.contains(0))
    }

    @Test(.enabled(if: InstalledFonts.hasNotoCJK, "needs Debian's fonts-noto-cjk"))
    func `Han characters follow the language`() throws {
        var caption = Caption("直")
        caption.language = "ja"
        let japanese = try caption.layout(on: size)
        caption.language = "zh-Hans"
        let chinese = try caption.layout(on: size)
        #expect(
            japanese.lines[0].glyphs[0].id != chinese.lines[0].glyphs[0].id
                || japanese.typefaces[1].typeface != chinese.typefaces[1].typeface)
    }

    @Test func `an unknown font causes an error`() {
        var caption = Caption("A")
        caption.font = .named("No Such Font 9f2c")
        #expect { try caption.layout(on: size) } throws: { ($0 as? MemeError)?.code == .fontNotFound }
    }

    @Test func `a font library without system fonts never searches for them`() throws {
        let layout = try Caption("A\u{0915}").layout(on: size, fonts: FontLibrary(usesSystemFonts: false))
        #expect(layout.missing == ["\u{0915}"])
        #expect(layout.typefaces.count == 1)
    }
}
