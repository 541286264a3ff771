import PostcardImaging
import Testing

@testable import PostcardMemes

/// The bundled typeface as it is in the program. `Fonts/build --check` checks the sources too.
struct FrankmarkTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)
    private let typeface: Typeface

    init() throws {
        typeface = try Self.fonts.bundledTypeface()
    }

    struct Alphabet: CustomTestStringConvertible {
        let testDescription: String
        let ranges: [ClosedRange<UInt32>]
    }

    @Test(arguments: [
        Alphabet(testDescription: "Basic Latin", ranges: [0x20...0x7E]),
        Alphabet(testDescription: "Latin-1", ranges: [0xA0...0xFF]),
        Alphabet(testDescription: "Latin Extended-A", ranges: [0x100...0x17F, 0x218...0x21B]),
        Alphabet(testDescription: "Vietnamese", ranges: [0x1A0...0x1A1, 0x1AF...0x1B0, 0x1EA0...0x1EF9]),
        Alphabet(testDescription: "Greek", ranges: [0x384...0x38A, 0x38C...0x38C, 0x38E...0x3A1, 0x3A3...0x3CE]),
        Alphabet(testDescription: "Cyrillic", ranges: [0x400...0x45F, 0x490...0x491]),
        Alphabet(
            testDescription: "Cyrillic of Asia",
            ranges: [
                0x492...0x493, 0x496...0x49B, 0x4A0...0x4A3, 0x4AA...0x4AB, 0x4AE...0x4B3, 0x4B6...0x4B7, 0x4BA...0x4BB,
                0x4C0...0x4C0, 0x4CF...0x4CF, 0x4D8...0x4D9, 0x4E8...0x4E9,
            ]),
        Alphabet(
            testDescription: "Languages of Africa",
            ranges: [
                0x181...0x181, 0x186...0x186, 0x189...0x18A, 0x18F...0x192, 0x194...0x194, 0x198...0x199, 0x1B2...0x1B4,
                0x253...0x254, 0x256...0x257, 0x259...0x259, 0x25B...0x25B, 0x263...0x263, 0x28B...0x28B, 0x2BB...0x2BC,
            ]),
        Alphabet(testDescription: "Pinyin", ranges: [0x1CD...0x1DC]),
        Alphabet(testDescription: "Ligatures", ranges: [0xFB00...0xFB02]),
        Alphabet(
            testDescription: "Hebrew",
            ranges: [
                0x5B0...0x5BC, 0x5BE...0x5BF, 0x5C1...0x5C2, 0x5C7...0x5C7, 0x5D0...0x5EA, 0x5F0...0x5F4,
                0x20AA...0x20AA,
            ]),
        Alphabet(
            testDescription: "Hebrew letters with points",
            ranges: [
                0xFB1D...0xFB1D, 0xFB1F...0xFB1F, 0xFB2A...0xFB2F, 0xFB31...0xFB36, 0xFB38...0xFB3C, 0xFB3E...0xFB3E,
                0xFB40...0xFB41, 0xFB43...0xFB44, 0xFB46...0xFB4E,
            ]),
        Alphabet(testDescription: "Marks", ranges: [0x300...0x304, 0x306...0x30C, 0x31B...0x31B, 0x323...0x323]),
        Alphabet(testDescription: "Punctuation", ranges: [0x2010...0x2016, 0x2018...0x2022, 0x2026...0x2026]),
        Alphabet(
            testDescription: "Currency", ranges: [0x20A9...0x20AC, 0x20B1...0x20B1, 0x20B4...0x20B4, 0x20BF...0x20BF]),
        Alphabet(testDescription: "Arrows", ranges: [0x2190...0x2199, 0x21D0...0x21D4]),
        Alphabet(testDescription: "Box drawing", ranges: [0x2500...0x257F]),
    ])
    func `the alphabet is complete`(alphabet: Alphabet) {
        let missing = alphabet.ranges.joined().filter { !typeface.hasGlyph(for: $0) }
        #expect(missing.isEmpty, "\(missing.map { String($0, radix: 16) })")
    }

    @Test func `the heights match the drawings`() throws {
        #expect(typeface.unitsPerEm == 1000)
        #expect(typeface.capHeight == 790)
        for letter in "EFHITXZ" { #expect(try box(letter).above == 790 && box(letter).below == 0, "\(letter)") }
        for letter in "OCGQS" { #expect(try box(letter).above == 800, "\(letter)") }
        for letter in "xvwz" { #expect(try box(letter).above == 656 && box(letter).below == 0, "\(letter)") }
        for letter in "oce" { #expect(try box(letter).above == 666 && box(letter).below == 10, "\(letter)") }
        for letter in "gpqy" { #expect(try 170...190 ~= box(letter).below, "\(letter)") }
        for letter in "אבדהוחכםנפצרת" { #expect(try box(letter).above == 750 && box(letter).below == 0, "\(letter)") }
        for letter in "ךןףץק" { #expect(try box(letter).above == 750 && box(letter).below == 178, "\(letter)") }
        // Capitals with two accents, the highest glyphs, stay within the line height that the font states.
        for letter in "ẤỀỖǗ" where typeface.hasGlyph(for: letter.unicodeScalars.first?.value ?? 0) {
            #expect(try box(letter).above <= 1060, "\(letter)")
        }
    }

    /// Uses the `case` feature, which applies to text in all capitals.
    @Test func `signs between capitals are centered on the capitals`() throws {
        for sign in "-–—()«»" {
            let raised = try #require(try glyphs("H\(sign)H").dropFirst().first).id
            let box = try #require(typeface.inkBox(of: raised))
            let middle = (box.above - box.below) / 2
            #expect(abs(middle - 395) < 32, "\(sign) at \(middle)")
            #expect(try glyphs("h\(sign)h")[1].id != raised, "\(sign)")
        }
    }

    @Test func `the letters of a ligature are one glyph`() throws {
        #expect(try glyphs("fi").count == 1)
        #expect(try glyphs("fı").count == 2)
    }

    /// Two edges that only meet would show a seam in the pixels that they share.
    @Test(arguments: ["__", "——", "━━", "─┼", "═╗", "╭─", "A——B"])
    func `lines join their neighbors`(text: String) throws {
        let inks = try glyphs(text).map(inked)
        let lines = text.hasPrefix("A") ? inks[1...2] : inks[...]
        for (first, second) in zip(lines, lines.dropFirst()) { #expect(first.right - second.left >= 40) }
    }

    @Test(arguments: ["-F", "-H", "N-", "-o", "—B"])
    func `dash does not touch a letter`(text: String) throws {
        let inks = try glyphs(text).map(inked)
        #expect(inks[1].left - inks[0].right >= 66)
    }

    private func box(_ letter: Character) throws -> InkBox {
        try #require(typeface.inkBox(of: glyph(String(letter))))
    }

    private func glyph(_ text: String) throws -> UInt32 {
        let glyphs = try glyphs(text)
        #expect(glyphs.count == 1, "\(text)")
        return try #require(glyphs.first).id
    }

    /// Lays out `text` alone, and returns its first line. Positions are in `TextLayout.unitsPerEm`.
    private func line(_ text: String) throws -> TextLayout.Line {
        let layout = try Caption(text).layout(on: .square(2000), fonts: Self.fonts)
        return try #require(layout.lines.first)
    }

    private func glyphs(_ text: String) throws -> [TextLayout.Glyph] { try line(text).glyphs }

    @Test func `contours are closed and have points at their extremes`() throws {
        var contours = 0
        for glyph in try 1..<glyphCount() {
            guard let outline = try typeface.outline(of: glyph) else { continue }
            var start = SIMD2<Float>()
            var last = SIMD2<Float>()
            for (index, piece) in outline.enumerated() {
                switch piece {
                case .move(let point):
                    if index > 0 { #expect(last == start, "glyph \(glyph) is open") }
                    start = point
                    last = start
                    contours += 1
                case .line(let point): last = point
                case .quadratic(let control, let end):
                    // A curve that extends beyond its end points has no point at its extreme.
                    let (low, high) = (pointwiseMin(last, end) - 1, pointwiseMax(last, end) + 1)
                    #expect(all(control .>= low .& control .<= high), "glyph \(glyph)")
                    last = end
                case .cubic: Issue.record("TrueType has no cubic curves")
                }
            }
            #expect(last == start, "glyph \(glyph) is open")
        }
        #expect(contours > 1_500)
    }

    private func glyphCount() throws -> UInt32 {
        var count: UInt32 = 1
        while count < 65_535, try typeface.outline(of: count) != nil { count += 1 }
        try #require(count > 850)
        return count
    }

    /// Outer contours run clockwise and holes counterclockwise, and strokes do not overlap, so crossings along every line alternate
    /// between in and out.
    @Test func `contours run in the right direction and never overlap`() throws {
        for glyph in try 1..<glyphCount() {
            guard let outline = try typeface.outline(of: glyph) else { continue }
            let transform = GlyphTransform(scale: 1, rotation: .none, offset: .zero)
            let segments = OutlineSegments(outline, transform, tolerance: 0.25)
            guard !segments.isEmpty else { continue }
            for y in stride(from: segments.minimum.y + 3.37, to: segments.maximum.y, by: 41) {
                var crossings: [(x: Float, way: Int)] = []
                segments.forEachContour { contour in
                    let corners = Array(contour)
                    for (index, corner) in corners.enumerated() {
                        let next = corners[index + 1 == corners.count ? 0 : index + 1]
                        guard (corner.y <= y) != (next.y <= y) else { continue }
                        let share = (y - corner.y) / (next.y - corner.y)
                        // Pixel rows count downward, so upward edges have decreasing coordinates.
                        crossings.append((corner.x + share * (next.x - corner.x), next.y < corner.y ? 1 : -1))
                    }
                }
                crossings.sort { $0.x < $1.x }
                var winding = 0
                for (index, crossing) in crossings.enumerated() {
                    winding += crossing.way
                    let isSliver = index + 1 < crossings.count && crossings[index + 1].x - crossing.x <= 1
                    #expect(isSliver || 0...1 ~= winding, "glyph \(glyph) at \(y): \(winding)")
                }
                #expect(winding == 0)
            }
        }
    }

    @Test(arguments: [("AV", "ÀV"), ("To", "Tö"), ("LT", "ĹT"), ("ГА", "ЃА"), ("Γα", "Γά")])
    func `accents are kerned like their letters`(plain: String, accented: String) throws {
        func kerning(_ text: String) throws -> Int {
            try line(text).width - text.reduce(0) { try $0 + line(String($1)).width }
        }
        #expect(try kerning(plain) < 0)
        #expect(try abs(kerning(plain) - kerning(accented)) <= TextLayout.unitsPerEm / 50)
    }

    @Test(arguments: ["q\u{301}", "K\u{308}", "ж\u{300}", "ω\u{302}", "v\u{30C}"])
    func `a mark is above its letter`(text: String) throws {
        let glyphs = try glyphs(text)
        try #require(glyphs.count == 2)
        let (letter, mark) = (try inked(glyphs[0]), try inked(glyphs[1]))
        #expect(mark.bottom > letter.top, "\(text)")
        #expect(mark.left < letter.right)
        #expect(mark.right > letter.left)
        #expect(abs(mark.left + mark.right - letter.left - letter.right) / 2 < 90, "\(text)")
    }

    @Test(arguments: ["א\u{5B8}", "מ\u{5B7}", "ש\u{5B1}", "י\u{5B4}", "ק\u{5BB}", "נ\u{5B5}", "ע\u{5B3}", "ד\u{5B0}"])
    func `a point is below its letter`(text: String) throws {
        let glyphs = try glyphs(text).map(inked)
        try #require(glyphs.count == 2)
        let (point, letter) = glyphs[0].top < glyphs[1].top ? (glyphs[0], glyphs[1]) : (glyphs[1], glyphs[0])
        #expect(-50...(-40) ~= point.top)
        #expect(point.bottom >= -240)
        #expect(point.left >= letter.left && point.right <= letter.right, "\(text)")
    }

    /// The dot of ש is on the right for Sh and on the left for S. The dot for the vowel O is above the left side of a letter.
    @Test(arguments: [("ש\u{5C1}", 0.9), ("ש\u{5C2}", 0.1), ("ב\u{5B9}", 0.0), ("ל\u{5B9}", -0.1), ("ו\u{5B9}", 0.6)])
    func `a dot is above its letter`(text: String, place: Double) throws {
        let glyphs = try glyphs(text).map(inked)
        try #require(glyphs.count == 2)
        let (letter, dot) = glyphs[0].bottom < glyphs[1].bottom ? (glyphs[0], glyphs[1]) : (glyphs[1], glyphs[0])
        #expect(dot.bottom == 794)
        let part = Double(dot.left + dot.right - 2 * letter.left) / 2 / Double(letter.right - letter.left)
        #expect(abs(part - place) < 0.1, "\(text) at \(part)")
    }

    /// A letter with a dagesh has a separate glyph, no matter where the dagesh is among the points.
    @Test(arguments: ["ב", "ג", "ד", "ה", "ו", "ט", "כ", "ך", "ל", "מ", "נ", "ס", "פ", "צ", "ק", "ש", "ת"])
    func `a letter contains its dagesh`(letter: String) throws {
        let whole = try glyph(letter + "\u{5BC}")
        #expect(try glyphs(letter + "\u{5BC}\u{5B0}").map(\.id).contains(whole))
        #expect(try glyphs(letter + "\u{5B0}\u{5BC}").map(\.id).contains(whole))
        #expect(try glyph(letter) != whole)
    }

    @Test func `a second mark is above the first`() throws {
        let glyphs = try glyphs("q\u{308}\u{301}")
        try #require(glyphs.count == 3)
        #expect(try inked(glyphs[2]).bottom > inked(glyphs[1]).top)
    }

    /// The edges of a glyph's ink in font units, at its position in the line.
    private func inked(_ glyph: TextLayout.Glyph) throws -> (left: Int, right: Int, top: Int, bottom: Int) {
        let box = try #require(typeface.inkBox(of: glyph.id))
        let x = glyph.x * 1000 / TextLayout.unitsPerEm
        let y = glyph.y * 1000 / TextLayout.unitsPerEm
        return (x + box.left, x + box.right, y + box.above, y - box.below)
    }
}
