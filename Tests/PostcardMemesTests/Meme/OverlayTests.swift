import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

struct OverlayTests {
    private let fonts = FontLibrary(usesSystemFonts: false)
    private let red = Color(red: 255, green: 0, blue: 0)

    private func sticker(_ width: Int = 20, _ height: Int = 10) throws -> [UInt8] {
        try Image(size: PixelSize(width: width, height: height), fill: red).encoded(as: .png)
    }

    private func drawn(_ overlay: Overlay, captions: [Caption] = [], surround: Surround? = nil) throws -> Image {
        let photo = try Image(size: PixelSize(width: 100, height: 80), fill: .white)
        return try Meme(captions: captions, surround: surround, overlays: [overlay]).render(onto: photo, fonts: fonts)
            .image
    }

    private func area(_ image: Image) -> PixelRect {
        var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
        for y in 0..<image.size.height {
            for x in 0..<image.size.width where image[x, y] == red {
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            }
        }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    @Test(arguments: [
        (Overlay.Fit.inside, PixelRect(x: 10, y: 30, width: 40, height: 20)),
        (.cover, PixelRect(x: 10, y: 20, width: 40, height: 40)),
        (.stretch, PixelRect(x: 10, y: 20, width: 40, height: 40)),
    ])
    func `the fit determines the area`(fit: Overlay.Fit, area: PixelRect) throws {
        var overlay = Overlay(.bytes(try sticker()), in: UnitBox(x: 0.1, y: 0.25, width: 0.4, height: 0.5))
        overlay.fit = fit
        #expect(try self.area(drawn(overlay)) == area)
    }

    @Test func `an overlay rotates around the middle of its box`() throws {
        var overlay = Overlay(.bytes(try sticker()), in: UnitBox(x: 0.3, y: 0.25, width: 0.4, height: 0.5))
        overlay.angle = 90
        #expect(try area(drawn(overlay)) == PixelRect(x: 40, y: 20, width: 20, height: 40))
    }

    @Test func `opacity and rounded corners reveal the base image`() throws {
        var overlay = Overlay(.bytes(try sticker(20, 20)), in: UnitBox(x: 0, y: 0, width: 0.4, height: 0.5))
        overlay.cornerRadius = 0.5
        let round = try drawn(overlay)
        expectEqual(round[0, 0], .white)
        expectEqual(round[39, 39], .white)
        expectEqual(round[20, 20], red)
        overlay.opacity = 0.5
        let faint = try drawn(overlay)[20, 20]
        #expect(faint.red == 255)
        #expect(120...135 ~= faint.green)
    }

    @Test func `the level determines whether captions are covered`() throws {
        var caption = Caption("HHHH")
        caption.outline = nil
        caption.fill = .black
        var overlay = Overlay(.bytes(try sticker()), in: .whole)
        overlay.fit = .stretch
        func blackCount(_ image: Image) -> Int {
            (0..<80).reduce(0) { sum, y in sum + (0..<100).count { image[$0, y] == .black } }
        }
        #expect(try blackCount(drawn(overlay, captions: [caption])) > 100)
        overlay.level = .above
        #expect(try blackCount(drawn(overlay, captions: [caption])) == 0)
    }

    @Test func `boxes refer to the picture and not to its surround`() throws {
        let overlay = Overlay(.bytes(try sticker(20, 20)), in: UnitBox(x: 0, y: 0, width: 0.2, height: 0.25))
        let image = try drawn(overlay, surround: Surround(margin: 0.1))
        let margin = (image.size.width - 100) / 2
        #expect(margin > 0)
        #expect(area(image) == PixelRect(x: margin, y: margin, width: 20, height: 20))
    }

    @Test func `an overlay is drawn on every picture`() throws {
        let overlay = Overlay(.bytes(try sticker()), in: .whole)
        let lettering = try Meme(overlays: [overlay]).lettering(on: PixelSize(width: 40, height: 20), fonts: fonts)
        for color in [Color.white, .black] {
            let image = try lettering.applied(to: Image(size: PixelSize(width: 40, height: 20), fill: color))
            #expect(image[20, 10] == red)
        }
    }

    @Test func `an empty box shows nothing`() throws {
        #expect(try drawn(Overlay(nil, in: .whole))[50, 40] == .white)
    }

    @Test(
        arguments: [
            { $0.angle = .nan }, { $0.opacity = 1.5 }, { $0.cornerRadius = 0.6 }, { $0.box.width = 0 },
            { $0.box.x = .infinity }, { $0.picture = .named("not-read.png") }, { $0.picture = .bytes([1, 2, 3]) },
            { $0.box = UnitBox(x: 0, y: 0, width: 20, height: 20) },
        ] as [@Sendable (inout Overlay) -> Void])
    func `an invalid value causes an error`(change: @Sendable (inout Overlay) -> Void) throws {
        var overlay = Overlay(.bytes(try sticker()), in: .whole)
        overlay.fit = .stretch
        change(&overlay)
        // The last box is 20 times as wide and high as a large picture. The pixel limit applies to overlays too.
        let size = PixelSize(width: 4_000, height: 3_000)
        #expect {
            try Meme(overlays: [overlay]).lettering(on: size, fonts: fonts)
        } throws: { ($0 as? MemeError)?.code == .invalidOverlay }
    }

    @Test func `too many overlays cause an error`() throws {
        let overlays = Array(repeating: Overlay(.bytes(try sticker()), in: .whole), count: 101)
        #expect(throws: MemeError.self) {
            try Meme(overlays: overlays).lettering(on: PixelSize(width: 10, height: 10), fonts: fonts)
        }
    }

    @Test func `an overlay survives encoding`() throws {
        var overlay = Overlay(.bytes(try sticker()), in: UnitBox(x: 0.1, y: 0.2, width: 0.3, height: 0.4))
        (overlay.fit, overlay.angle, overlay.opacity, overlay.cornerRadius, overlay.level) = (
            .cover, 5, 0.5, 0.1, .above
        )
        for picture in [overlay.picture, .named("a.png"), nil] {
            overlay.picture = picture
            #expect(try JSONDecoder().decode(Overlay.self, from: JSONEncoder().encode(overlay)) == overlay)
        }
    }

    @Test func `names are replaced with bytes`() throws {
        var meme = Meme(overlays: ["a", "b", "a"].map { Overlay(.named($0), in: .whole) })
        #expect(meme.overlayNames == ["a", "b"])
        meme.resolveOverlays { $0 == "a" ? [7] : nil }
        #expect(meme.overlays.map(\.picture) == [.bytes([7]), .named("b"), .bytes([7])])
    }

    /// A rotated box of 2000 × 1 pixels would need a square of 2 million pixels.
    @Test func `the limit applies to a rotated strip`() throws {
        var overlay = Overlay(.bytes(try sticker()), in: UnitBox(x: 0, y: 0, width: 20, height: 0.01))
        overlay.fit = .stretch
        overlay.angle = 45
        let photo = try Image(size: .square(100), fill: .white)
        let meme = Meme(overlays: [overlay])
        _ = try meme.render(onto: photo, fonts: fonts)
        let thrown = #expect(throws: MemeError.self) {
            try meme.render(onto: photo, fonts: fonts, pixelLimit: 1_000_000)
        }
        #expect(thrown?.code == .invalidOverlay)
        let limits = DecodingLimits(pixels: 1_000_000)
        #expect(throws: MemeError.self) { try meme.rendered(on: photo, fonts: fonts, limits: limits) }
    }
}
