import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

/// Style markup in text, as it is drawn.
struct MarkedLetteringTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)
    private let red = Color(red: 255, green: 0, blue: 0)

    private func caption(_ text: String) -> Caption {
        var caption = Caption(text, in: UnitBox(x: 0.05, y: 0.1, width: 0.9, height: 0.8))
        (caption.outline, caption.fill, caption.maximumSize) = (nil, .black, .pixels(80))
        return caption
    }

    private func image(_ caption: Caption, _ fonts: FontLibrary = fonts) throws -> Image {
        let base = try Image(size: PixelSize(width: 400, height: 120), fill: .white)
        let (image, reports) = try Meme(captions: [caption]).render(onto: base, fonts: fonts)
        #expect(reports.flatMap(\.warnings) == [])
        return image
    }

    private func count(_ color: Color, _ image: Image) -> Int {
        (0..<image.size.height).reduce(0) { sum, y in sum + (0..<image.size.width).count { image[$0, y] == color } }
    }

    @Test func `a printed report has the lines of the text, and no glyphs`() throws {
        let base = try Image(size: PixelSize(width: 400, height: 120), fill: .white)
        let (_, reports) = try Meme(captions: [caption("Hello")]).rendered(on: base, fonts: Self.fonts)
        for text in ["\(reports)", String(reflecting: reports)] {
            #expect(text.contains("Hello"))
            #expect(text.utf8.count < 300, "\(text)")
        }
    }

    @Test func `bold letters are heavier but not taller`() throws {
        let plain = try image(caption("HOBe"))
        let bold = try image(caption("*HOBe*"))
        #expect(count(.black, bold) > count(.black, plain) * 21 / 20)
        func rows(_ image: Image) -> [Int] {
            (0..<120).filter { y in (0..<400).contains { image[$0, y].red < 128 } }
        }
        #expect(rows(bold).first == rows(plain).first)
        #expect(abs(rows(bold).count - rows(plain).count) <= 1)
    }

    @Test func `slanted letters lean to the right by 12 degrees around their middle`() throws {
        let slanted = try image(caption("_H_"))
        // The left edge of the first stem at the top, middle and bottom of the letter.
        let rows = (0..<120).filter { y in (0..<400).contains { slanted[$0, y] == .black } }
        let (top, bottom) = (try #require(rows.first), try #require(rows.last))
        func edge(_ image: Image, _ y: Int) throws -> Int { try #require((0..<400).first { image[$0, y].red < 128 }) }
        let lean = try edge(slanted, top) - edge(slanted, bottom)
        #expect(abs(Double(lean) - Double(bottom - top) * 0.2126) <= 2)
        #expect(abs(try edge(slanted, (top + bottom) / 2) - edge(try image(caption("H")), (top + bottom) / 2)) <= 1)
    }

    @Test func `colors fill letters, and do not change the outline or the layout`() throws {
        let plain = try image(caption("HOH"))
        let colored = try image(caption("H[#ff0000]O[/]H"))
        #expect(count(red, colored) > 500)
        #expect(count(.black, colored) + count(red, colored) == count(.black, plain))
        var outlined = caption("H[#ff0000]O[/]H")
        (outlined.fill, outlined.outline) = (.white, Caption.Outline())
        var outlinedPlain = outlined
        outlinedPlain.text = "HOH"
        #expect(try count(.black, image(outlined)) == count(.black, image(outlinedPlain)))
        let layouts = try [outlined, outlinedPlain].map { try $0.layout(on: .square(300), fonts: Self.fonts) }
        #expect(layouts[0].lines.map(\.width) == layouts[1].lines.map(\.width))
        #expect(layouts[0].lines[0].glyphs.map { $0.color != nil } == [false, true, false])
    }

    @Test func `a look continues after a line break and applies to the hyphen`() throws {
        var long = caption("[#f00]Donaudampfschifffahrtsgesellschaft[/]")
        long.language = "de"
        long.maximumSize = .pixels(60)
        let layout = try long.layout(on: PixelSize(width: 300, height: 400), fonts: Self.fonts)
        #expect(layout.lines.count > 1)
        #expect(layout.lines.flatMap(\.glyphs).allSatisfy { $0.color == red })
    }

    @Test func `reported text is without markup`() throws {
        var caption = Caption(
            "*one* _two_ [red]three[/] four five six", in: UnitBox(x: 0, y: 0, width: 0.1, height: 0.1))
        caption.minimumSize = .pixels(30)
        let layout = try caption.layout(on: .square(200), fonts: Self.fonts)
        #expect(!layout.unfitted.isEmpty)
        #expect(!layout.unfitted.contains { "*_[".contains($0) })
        #expect(layout.lines.first?.text.contains("*") == false)
    }

    /// The name refers to the regular font of a family that also has a bold font.
    @Test(.enabled(if: InstalledFonts.hasDejaVu, "needs DejaVu Sans"))
    func `a bold font of the family is used if installed, and otherwise simulated`() throws {
        var caption = caption("a *b*")
        caption.font = .named("DejaVu Sans")
        var faces = try caption.layout(on: .square(400)).typefaces
        #expect(faces.contains { $0.typeface.number != faces[0].typeface.number && !$0.isBold })
        caption.font = .named("DejaVu Sans Bold")
        faces = try caption.layout(on: .square(400)).typefaces
        #expect(faces.contains { $0.typeface.number == faces[0].typeface.number && $0.isBold })
    }

    @Test(.enabled(if: InstalledFonts.hasNotoEmoji, "needs Noto Color Emoji"))
    func `emoji are neither slanted nor heavier nor colored`() throws {
        let fonts = FontLibrary.shared
        let images = try ["😀", "*_[red]😀[/]_*"].map { try image(caption($0), fonts).encoded(as: .png) }
        #expect(images[0] == images[1])
    }

    @Test(.enabled(if: InstalledFonts.hasNoto, "needs Noto Sans"))
    func `a colored letter stays joined to its word`() throws {
        func glyphs(_ text: String) throws -> [UInt32] {
            try caption(text).layout(on: .square(400)).lines[0].glyphs.map(\.id)
        }
        #expect(try glyphs("س[red]ل[/]ام") == glyphs("سلام"))
    }

    @Test func `markup has not changed`() throws {
        var outlined = Caption("Not *at all* _slanted_ but [gold]coloured[/]\n*_[#7fd4ff]all at once[/]_*")
        outlined.maximumSize = .fraction(1)
        outlined.box = UnitBox(x: 0.02, y: 0.04, width: 0.96, height: 0.92)
        let base = try Image(size: PixelSize(width: 300, height: 110), fill: Color(red: 90, green: 120, blue: 150))
        let picture = try Meme(captions: [outlined]).render(onto: base, fonts: Self.fonts).image
        expectImage(picture, matches: "marks", tolerance: 2)
    }
}
