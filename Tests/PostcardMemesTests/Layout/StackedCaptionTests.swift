import PostcardImaging
import Testing

@testable import PostcardMemes

struct StackedCaptionTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)
    private let size = PixelSize(width: 600, height: 450)

    /// The rows that contain pixels of a color.
    private func rows(_ meme: Meme, of color: Color) throws -> ClosedRange<Int> {
        let base = try Image(size: size, fill: Color(red: 60, green: 120, blue: 90))
        let image = try meme.render(onto: base, fonts: Self.fonts).image
        let found = (0..<size.height).filter { y in (0..<size.width).contains { image[$0, y] == color } }
        return try #require(found.first)...(try #require(found.last))
    }

    @Test(arguments: Caption.VerticalAlignment.allCases)
    func `texts in the same box are arranged one below the other`(alignment: Caption.VerticalAlignment) throws {
        var first = Caption("First text of two", in: UnitBox(x: 0.1, y: 0.2, width: 0.8, height: 0.5))
        (first.fill, first.outline, first.verticalAlignment) = (.white, nil, alignment)
        var second = first
        (second.text, second.fill) = ("second text, which is longer than the first", .black)
        let meme = Meme(captions: [first, second])
        let (above, below) = (try rows(meme, of: .white), try rows(meme, of: .black))
        #expect(above.upperBound < below.lowerBound)
        #expect(above.lowerBound >= 89 && below.upperBound <= 315)
        // The texts are close together with any vertical alignment.
        #expect(below.lowerBound - above.upperBound < 60)
    }

    @Test(arguments: [(13, 0.5), (2, 0.001), (500, 1)])
    func `too many texts for a box are drawn over each other`(count: Int, height: Double) throws {
        let caption = Caption("Text", in: UnitBox(x: 0, y: 0, width: 1, height: height))
        let meme = Meme(captions: Array(repeating: caption, count: count))
        let sizes = try meme.render(onto: Image(size: size, fill: .white), fonts: Self.fonts).reports.map(\.layout.size)
        #expect(try sizes == Array(repeating: caption.layout(on: size, fonts: Self.fonts).size, count: count))
    }

    @Test func `empty text takes no space`() throws {
        var caption = Caption("Text", in: UnitBox(x: 0.1, y: 0.2, width: 0.8, height: 0.2))
        (caption.fill, caption.outline) = (.black, nil)
        var blank = caption
        blank.text = " \u{200B}"
        #expect(try rows(Meme(captions: [caption, blank]), of: .black) == rows(Meme(captions: [caption]), of: .black))
    }

    @Test func `a uniform size is the smallest of the separate sizes`() throws {
        var meme = Meme.classic(
            top: "Short", bottom: "A long text that needs two lines of small letters at least, or three")
        let base = try Image(size: size, fill: .white)
        let apart = try meme.render(onto: base, fonts: Self.fonts).reports.map(\.layout.size)
        meme.usesUniformTextSize = true
        let same = try meme.render(onto: base, fonts: Self.fonts).reports.map(\.layout.size)
        #expect(apart[0] > apart[1] * 1.2)
        #expect(same == [apart[1], apart[1]])
    }

    @Test func `a uniform size applies to bands too`() throws {
        var meme = try MemeStyle.band.meme(of: [
            "A text above the picture that is rather long, so that it has small letters"
        ])
        meme.captions = Meme.classic(bottom: "Big").captions
        meme.usesUniformTextSize = true
        let sizes = try meme.render(onto: Image(size: size, fill: .white), fonts: Self.fonts).reports.map(\.layout.size)
        #expect(Set(sizes).count == 1)
    }

    @Test(arguments: ["Patience", String(repeating: "Patience is what you need with it ", count: 5)])
    func `a line of a poster is at most half the size of its title`(title: String) throws {
        let meme = try MemeStyle.poster.meme(of: [title, "A race condition, and then another one, in the same place"])
        let sizes = try meme.render(onto: Image(size: size, fill: .white), fonts: Self.fonts).reports.map(\.layout.size)
        #expect(sizes[1] <= sizes[0] / 2)
    }

    @Test func `short text is large`() throws {
        let caption = try #require(Meme.classic(top: "WOW").captions.first)
        let layout = try caption.layout(on: PixelSize(width: 640, height: 480), fonts: Self.fonts)
        // Capitals take up 15% of the height.
        #expect(layout.size * 0.79 > 0.15 * 480)
    }
}
