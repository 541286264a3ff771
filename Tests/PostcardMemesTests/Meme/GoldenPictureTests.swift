import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

/// Pictures of every style and of the scripts of the bundled typeface, compared pixel by pixel. Glyph outlines come from FreeType in whole
/// font units and are drawn only by Postcard, so a tolerance of 2 of 255 is enough for versions of FreeType and HarfBuzz.
struct GoldenPictureTests {
    private static let tolerance = 2
    private let fonts = FontLibrary(usesSystemFonts: false)

    private static let texts = [
        "classic": ["One does not", "simply"], "band": ["When the notes say minor fixes"],
        "band-below": ["Left at five. Once."], "subtitle": ["[keeper sighs]"],
        "poster": ["Patience", "A race condition"],
        "label": ["Nobody asked the mountain"], "credit": ["Photo: the Postcard project"],
    ]

    @Test(arguments: MemeStyle.all)
    func `a style has not changed`(style: MemeStyle) throws {
        let meme = try style.meme(of: #require(Self.texts[style.name]))
        let image = try meme.render(onto: TestPicture.gradient(200, 150), fonts: fonts).image
        expectImage(image, matches: "style-\(style.name)", tolerance: Self.tolerance)
    }

    @Test(arguments: [
        ("latin", "Zażółć gęślą\nŒuf ÆØ ¿Sí! ß"), ("vietnamese", "Điều quan trọng\nkiểm thử trước"),
        ("greek", "Ένα βουνό\nκαμία ΒΙΑΣΎΝΗ"), ("cyrillic", "Всё работает\nЇжак ґудзик ђак"),
        ("signs", "€ £ ¥ № 1/2 ½ → ♥ ✓\n“quotes” – — … §"),
    ])
    func `a script has not changed`(name: String, text: String) throws {
        let base = try Image(size: PixelSize(width: 240, height: 80), fill: Color(red: 90, green: 120, blue: 150))
        let caption = Caption(text, in: UnitBox(x: 0.02, y: 0.02, width: 0.96, height: 0.96))
        let (image, reports) = try Meme(captions: [caption]).render(onto: base, fonts: fonts)
        #expect(reports.allSatisfy { $0.isComplete })
        expectImage(image, matches: "script-\(name)", tolerance: Self.tolerance)
    }

    @Test(arguments: [
        "alignment", "before-after", "four-panels", "growth", "nine-panels", "no-yes", "tier-list", "timeline",
    ])
    func `a drawn template with texts and pictures has not changed`(name: String) throws {
        let bundled = try #require(BundledTemplate.all.first { $0.name == name })
        let template = try bundled.template()
        var meme = try template.meme(of: try #require(template.examples.first))
        let picture = try TestPicture.gradient(90, 60).encoded(as: .png)
        // Every second slot stays empty, and shows its drawing.
        for slot in stride(from: 1, to: meme.overlays.count, by: 2) { meme.overlays[slot].picture = .bytes(picture) }
        let (image, reports) = try meme.render(onto: Image(decoding: bundled.picture), fonts: fonts)
        #expect(reports.allSatisfy { $0.isComplete })
        expectImage(
            try image.resized(Resize(into: .square(400))), matches: "template-\(name)", tolerance: Self.tolerance)
    }

    @Test func `a meme with everything at once has not changed`() throws {
        var turned = Caption("Turned", in: UnitBox(x: 0.05, y: 0.05, width: 0.5, height: 0.3))
        turned.angle = -12
        turned.shadow = Caption.Shadow()
        turned.fill = Color(red: 255, green: 212, blue: 0)
        var said = Caption("I said so!", in: UnitBox(x: 0.5, y: 0.1, width: 0.45, height: 0.2))
        said.outline = nil
        said.fill = .black
        said.backdrop = Caption.Backdrop(color: .white, cornerRadius: 0.6, tail: UnitPoint(x: 0.6, y: 0.5))
        var faint = Caption("faint", in: UnitBox(x: 0.1, y: 0.7, width: 0.8, height: 0.25))
        faint.opacity = 0.5
        var overlay = Overlay(
            .bytes(try TestPicture.gradient(40, 40).encoded(as: .png)),
            in: UnitBox(x: 0.55, y: 0.5, width: 0.3, height: 0.4))
        (overlay.angle, overlay.cornerRadius) = (10, 0.25)
        let meme = Meme(captions: [turned, said, faint], overlays: [overlay])
        let base = try Image(size: PixelSize(width: 240, height: 160), fill: Color(red: 60, green: 90, blue: 110))
        let image = try meme.render(onto: base, fonts: fonts).image
        expectImage(image, matches: "everything", tolerance: Self.tolerance)
    }
}
