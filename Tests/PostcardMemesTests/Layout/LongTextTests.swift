import PostcardImaging
import Testing

@testable import PostcardMemes

/// Long texts are as large as possible, and short texts in templates get a larger size.
struct LongTextTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)
    private static let size = PixelSize(width: 1600, height: 900)
    private static let rant = """
        I do not want another meeting about the meeting where we decided to have fewer meetings, because every time we \
        have one of those everyone opens a spreadsheet with forty columns, says “let's take this offline”, and then books \
        a follow-up for Friday at five
        """

    private func report(_ meme: Meme, _ number: Int = 0) throws -> TextLayout {
        let photo = try Image(size: Self.size, fill: Color(red: 120, green: 120, blue: 120))
        return try meme.render(onto: photo, fonts: Self.fonts).reports[number].layout
    }

    private func capitals(_ layout: TextLayout) -> Double {
        let face = layout.typefaces[0]
        return Double(face.typeface.units(face.typeface.capHeight, scale: face.scale)) * layout.pixelsPerUnit
    }

    @Test func `a long text takes a line that makes it a little larger`() throws {
        let layout = try report(.classic(top: "x", bottom: Self.rant), 1)
        #expect(layout.lines.count >= 4 && capitals(layout) >= 36)
        #expect(Double(layout.height) * layout.pixelsPerUnit <= 0.27 * 900)
    }

    @Test func `a long text without others is larger, but never larger than a shorter one`() throws {
        let alone = try report(.classic(bottom: Self.rant + " " + Self.rant))
        let other = try report(.classic(top: "x", bottom: Self.rant + " " + Self.rant), 1)
        #expect(alone.size > 1.1 * other.size)
        #expect(Double(alone.height) * alone.pixelsPerUnit <= 0.4 * 900)
        var last = Double.infinity
        for count in stride(from: 40, through: 520, by: 40) {
            let words = (Self.rant + " " + Self.rant).prefix(count)
            let size = try report(.classic(top: String(words))).size
            #expect(size < 1.2 * last, "\(count) characters")
            last = min(last, size)
        }
    }

    @Test(arguments: [("", 0.02), ("bottom", 0.98)])
    func `a higher box stays at its edge`(edge: String, expected: Double) throws {
        let text = Self.rant + " " + Self.rant
        let meme = edge.isEmpty ? Meme.classic(top: text) : Meme.classic(bottom: text)
        let box = try meme.captions.withRoomForLoneText(on: Self.size, fonts: Self.fonts)[0].box
        #expect(abs(box.height - 0.4) < 1e-9)
        #expect(abs((edge.isEmpty ? box.y : box.y + box.height) - expected) < 1e-9)
    }

    @Test func `texts that are large enough, or in other boxes, keep their box`() throws {
        var other = Meme.classic(bottom: Self.rant)
        other.captions[0].box.height = 0.2
        for meme in [Meme.classic(top: "one does not simply"), other, Meme.classic(top: "a", bottom: Self.rant)] {
            #expect(try meme.captions.withRoomForLoneText(on: Self.size, fonts: Self.fonts) == meme.captions)
        }
    }

    @Test(arguments: [
        ("no", 0.14), ("yes please", 0.14), ("one two three", 0.085), ("unfortunately", 0.085), ("*yes*", 0.14),
    ])
    func `one or two short words in a template are larger`(text: String, expected: Double) throws {
        let verdict = try #require(BundledTemplate.all.first { $0.name == "verdict" }).template()
        #expect(try verdict.meme(of: [text]).captions[0].maximumSize == .fraction(expected))
    }

    @Test func `a chosen size in pixels, and a larger one, stay`() throws {
        var template = Template(name: "a", picture: "a.png")
        template.slots[0].caption.maximumSize = .pixels(20)
        #expect(try template.meme(of: ["no"]).captions[0].maximumSize == .pixels(20))
        template.slots[0].caption.maximumSize = .fraction(0.17)
        #expect(try template.meme(of: ["no"]).captions[0].maximumSize == .fraction(0.17))
    }
}
