import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

/// Captions leave a face visible, and stay at their edge.
struct SubjectTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)
    private static let size = PixelSize(width: 400, height: 300)
    private static let skin = Color(red: 198, green: 134, blue: 104)
    private static let text = "this is a longer text of two lines"

    private static func photo(faceAt place: (Int, Int)?) throws -> Image {
        guard let place else { return try Image(size: size, fill: Color(red: 90, green: 110, blue: 120)) }
        return try TestPicture.face(skin, at: place, on: size)
    }

    private static func placed(_ meme: Meme, faceAt place: (Int, Int)?) throws -> Meme {
        try meme.avoidingDetail(of: [photo(faceAt: place)], on: size, fonts: fonts)
    }

    /// The part of the picture that a caption covers.
    private static func box(_ caption: Caption) throws -> Rectangle {
        CaptionPlacement.share(of: try caption.layout(on: size, fonts: fonts), caption, on: size)
    }

    @Test(arguments: [(true, 70), (false, 238)])
    func `text over a face becomes smaller and stays at its edge`(isTop: Bool, y: Int) throws {
        let meme = isTop ? Meme.classic(top: Self.text) : Meme.classic(bottom: Self.text)
        let usual = try Self.box(meme.captions[0])
        let placed = try Self.placed(meme, faceAt: (200, y))
        let box = try Self.box(placed.captions[0])
        let eyes = Double(y - 8) / 300
        #expect(usual.low.y < eyes && usual.high.y > eyes)
        #expect(isTop ? box.high.y < eyes : box.low.y > eyes)
        #expect(isTop ? abs(box.low.y - usual.low.y) < 0.01 : abs(box.high.y - usual.high.y) < 0.01)
        #expect(placed.captions[0].box == meme.captions[0].box && !placed.avoidsDetail)
        let size = try meme.captions[0].layout(on: Self.size, fonts: Self.fonts).size
        #expect(try placed.captions[0].layout(on: Self.size, fonts: Self.fonts).size >= 0.6 * size)
    }

    @Test func `text that covers no face is as large as fits`() throws {
        for place in [nil, (200, 160)] {
            var meme = Meme.classic(top: "one", bottom: "two")
            let placed = try Self.placed(meme, faceAt: place)
            for index in meme.captions.indices { meme.captions[index].avoidance = nil }
            #expect(placed == meme)
        }
    }

    /// The layouts of a classic meme on a plain picture, before and after captions got their sizes.
    private static func layouts(
        top: String, bottom: String, on size: PixelSize
    ) throws -> [(before: TextLayout, after: TextLayout)] {
        let meme = Meme.classic(top: top, bottom: bottom)
        let picture = try Image(size: size, fill: Color(red: 90, green: 110, blue: 120))
        let placed = try meme.avoidingDetail(of: [picture], on: size, fonts: fonts)
        return try zip(meme.captions, placed.captions).map {
            (try $0.layout(on: size, fonts: fonts), try $1.layout(on: size, fonts: fonts))
        }
    }

    private static func capitals(_ layout: TextLayout) -> Double { Double(layout.capHeight) * layout.pixelsPerUnit }

    @Test(arguments: ["That's exactly what I said.", "What happens at the casino"])
    func `text takes one line rather than two if it remains clear`(text: String) throws {
        let size = PixelSize(width: 1000, height: 750)
        let (before, after) = try #require(try Self.layouts(top: "", bottom: text, on: size).first)
        #expect(before.lines.count == 2 && after.lines.count == 1)
        #expect(after.size >= 0.73 * before.size && Self.capitals(after) >= 0.065 * 750)
    }

    @Test(arguments: [
        ("stays on my credit card statement", PixelSize(width: 1000, height: 750)),
        ("That's exactly what I said.", PixelSize(width: 750, height: 1000)),
        ("one\ntwo", PixelSize(width: 1000, height: 750)),
    ])
    func `text keeps two lines that are much larger, or that were typed`(text: String, size: PixelSize) throws {
        let (before, after) = try #require(try Self.layouts(top: "", bottom: text, on: size).first)
        #expect(before.lines.count == 2 && after.lines.count == 2)
        #expect(after.size == before.size)
    }

    @Test(arguments: [1, 2, 4])
    func `a short text is large, but at most twice as large as a long text`(count: Int) throws {
        let size = PixelSize(width: 1000, height: 667)
        let long = Array(repeating: "Me, standing outside alone in November because I said so", count: count)
        let found = try Self.layouts(top: "My cat:", bottom: long.joined(separator: " "), on: size)
        try #require(found.count == 2)
        let (short, other) = (found[0].after, found[1].after)
        // Capitals have a whole number of pixels.
        #expect(short.size <= max(2 * other.size, found[0].before.size * 0.1 * 667 / Self.capitals(found[0].before)))
        #expect(Self.capitals(short) >= 0.1 * 667 - 1)
        #expect(other.size == found[1].before.size)
        if count == 4 { #expect(short.size < 0.7 * found[0].before.size) }
    }

    @Test func `text of other styles, in other boxes or with no avoidance stays`() throws {
        var off = Meme.classic(top: Self.text)
        off.avoid(.nothing)
        var explicit = Meme.classic(top: Self.text)
        explicit.captions[0].avoidance = .nothing
        for meme in [off, explicit, Meme(captions: [Caption(Self.text)])] {
            #expect(!meme.avoidsDetail)
            #expect(try Self.placed(meme, faceAt: (200, 70)) == meme)
        }
    }

    @Test func `captions that share a box keep their size`() throws {
        let captions = try #require(MemeStyle.label.captions(of: ["one text", "another text"]))
        let placed = try Self.placed(Meme(captions: captions), faceAt: (100, 70))
        #expect(placed.captions.map(\.maximumSize) == captions.map(\.maximumSize))
    }

    @Test(arguments: [(130, 110), (200, 150), (270, 110)])
    func `a bubble leaves the faces of other people visible`(x: Int, y: Int) throws {
        var photo = try TestPicture.face(Self.skin, at: (x, y), on: Self.size)
        let others = [60, 340].filter { abs($0 - x) > 60 }
        for other in others { try TestPicture.drawFace(Self.skin, at: (other, y), on: &photo) }
        var meme = Meme(captions: [Caption("Who broke main again?", in: MemeStyle.classic.slots[0].caption.box)])
        meme.makeBubbles(pointingAt: [UnitPoint(x: Double(x) / 400, y: Double(y + 14) / 300)])
        let caption = try meme.avoidingDetail(of: [photo], on: Self.size, fonts: Self.fonts).captions[0]
        let box = try Self.box(caption)
        for other in others {
            for eye in [-9, 9] {
                #expect(!box.contains(SIMD2(Double(other + eye) / 400, Double(y - 8) / 300)), "\(box)")
            }
        }
    }
}
