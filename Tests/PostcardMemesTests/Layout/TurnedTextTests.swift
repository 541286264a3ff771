import PostcardImaging
import Testing

@testable import PostcardMemes

struct TurnedTextTests {
    private let fonts = FontLibrary(usesSystemFonts: false)
    private let size = PixelSize(width: 400, height: 300)

    /// The extent of the ink of a meme with a wide white margin around the white picture, in pixels of the picture.
    private func ink(of meme: Meme) throws -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
        var meme = meme
        meme.surround = Surround(color: .white, margin: 0.6, spacing: meme.surround?.spacing ?? 0.03)
        let image = try meme.render(onto: Image(size: size, fill: .white), fonts: fonts).image
        let margin = (image.size.width - size.width) / 2
        let top = meme.above.isEmpty ? margin : image.size.height - size.height - margin
        var columns: [Int] = []
        var rows: [Int] = []
        for y in 0..<image.size.height {
            for x in 0..<image.size.width where image[x, y] != .white {
                columns.append(x - margin)
                rows.append(y - top)
            }
        }
        return (
            try #require(columns.min())...(try #require(columns.max())),
            try #require(rows.min())...(try #require(rows.max()))
        )
    }

    private func classic(
        _ angle: Double, alignment: Caption.HorizontalAlignment = .center, top: String = "one does not simply"
    ) -> Meme {
        var meme = Meme.classic(top: top, bottom: "turn a caption out of its picture")
        for index in meme.captions.indices {
            meme.captions[index].angle = angle
            meme.captions[index].alignment = alignment
        }
        return meme
    }

    @Test(arguments: [-90, -45, -12, -3, 3, 8, 20, 30, 60, 90, 135, 180], Caption.HorizontalAlignment.allCases)
    func `rotated text stays on the picture`(angle: Double, alignment: Caption.HorizontalAlignment) throws {
        let meme = classic(angle, alignment: alignment)
        for caption in meme.captions {
            let ink = try ink(of: Meme(captions: [caption]))
            #expect(ink.x.lowerBound >= 0, "\(ink)")
            #expect(ink.x.upperBound < size.width, "\(ink)")
            #expect(ink.y.lowerBound >= 0, "\(ink)")
            #expect(ink.y.upperBound < size.height, "\(ink)")
            #expect(try caption.layout(on: size, fonts: fonts).unfitted.isEmpty)
        }
    }

    @Test(arguments: [-8.0, 3, 8])
    func `a slight rotation keeps the size of text that does not fill the width`(angle: Double) throws {
        for (turned, straight) in zip(classic(angle, top: "simply").captions, classic(0, top: "simply").captions) {
            let size = try turned.layout(on: size, fonts: fonts).size
            #expect(try size == straight.layout(on: self.size, fonts: fonts).size)
        }
    }

    @Test func `rotated text is broken rather than small`() throws {
        var caption = Caption("one does not simply turn a caption", in: UnitBox(x: 0, y: 0.3, width: 1, height: 0.4))
        let straight = try caption.layout(on: size, fonts: fonts)
        caption.angle = 90
        let turned = try caption.layout(on: size, fonts: fonts)
        #expect(turned.lines.count >= straight.lines.count)
        #expect(turned.size > straight.size * 0.6)
    }

    /// A box can extend beyond the picture on purpose.
    @Test func `a box beyond the picture is kept`() throws {
        var caption = Caption("beyond", in: UnitBox(x: -0.3, y: -0.3, width: 0.6, height: 0.3))
        caption.angle = 10
        let ink = try ink(of: Meme(captions: [caption]))
        #expect(ink.y.lowerBound < -20)
        #expect(ink.x.lowerBound >= -120)
        #expect(ink.y.lowerBound >= -90)
    }

    @Test(arguments: [-20.0, 5, 90])
    func `a rotated band stays next to the picture`(angle: Double) throws {
        var meme = try MemeStyle.band.meme(of: ["A band that is turned, for whatever reason"])
        meme.above[0].angle = angle
        let ink = try ink(of: meme)
        #expect(ink.y.upperBound < 0)
        #expect(ink.x.lowerBound >= 0)
        #expect(ink.x.upperBound < size.width)
    }
}
