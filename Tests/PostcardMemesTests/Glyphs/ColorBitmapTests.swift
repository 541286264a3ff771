import PostcardImaging
import Synchronization
import Testing

@testable import PostcardMemes

/// Color glyphs that are much larger than the picture.
struct ColorBitmapTests {
    private struct Stop: Error {}

    private let bitmap = ColorBitmap(
        width: 32, height: 24, left: 0, top: 24, pixelsPerEm: 24,
        pixels: (0..<32 * 24).map { 0xFF00_0000 | UInt32($0) * 5_003 % 0x1_000000 })

    @Test(arguments: [0, 30] as [Double])
    func `a part of a glyph has the same pixels as in the whole`(degrees: Double) throws {
        let rotation = Rotation(degrees: degrees)
        let shift = SIMD2<Float>(0.25, 0.5)
        let whole = try bitmap.drawn(size: 200, rotation: rotation, shift: shift)
        let clip = PixelRect(x: 40, y: -90, width: 48, height: 40)
        let part = try bitmap.drawn(size: 200, rotation: rotation, shift: shift, clip: clip)
        #expect(part.mask.width <= clip.width + 2 && part.mask.height <= clip.height + 2)
        for y in clip.y..<clip.y + clip.height {
            for x in clip.x..<clip.x + clip.width {
                let place = (y - part.mask.y) * part.mask.width + x - part.mask.x
                let original = (y - whole.mask.y) * whole.mask.width + x - whole.mask.x
                #expect(part.colors?[place] == whole.colors?[original])
            }
        }
    }

    @Test func `only the visible part is drawn`() throws {
        let clip = PixelRect(x: 10_000, y: -20_000, width: 48, height: 40)
        let part = try bitmap.drawn(size: 100_000, rotation: .none, shift: .zero, clip: clip)
        #expect(part.mask.coverage.count <= 50 * 42)
        let beside = PixelRect(x: -200, y: 5, width: 48, height: 40)
        #expect(try bitmap.drawn(size: 100_000, rotation: .none, shift: .zero, clip: beside).mask.width == 0)
    }

    @Test func `a glyph with too many pixels is rejected`() {
        let error = #expect(throws: MemeError.self) {
            try bitmap.drawn(size: 100_000, rotation: .none, shift: .zero)
        }
        #expect(error?.code == .invalidFont)
    }

    @Test func `drawing stops between rows`() throws {
        let rows = Mutex(0)
        #expect(throws: Stop.self) {
            try ImageWork.run(checkpoint: {
                let count = rows.withLock { rows in
                    rows += 1
                    return rows
                }
                if count == 3 { throw Stop() }
            }) { _ = try bitmap.drawn(size: 2_000, rotation: .none, shift: .zero) }
        }
        #expect(rows.withLock { $0 } == 3)
    }

    @Test func `letters are never larger than the picture`() throws {
        var caption = Caption("A")
        caption.minimumSize = .pixels(100_000)
        #expect(try caption.layout(on: PixelSize(width: 48, height: 40)).size <= 48)
    }

    @Test(.enabled(if: InstalledFonts.hasNotoEmoji, "needs Debian's fonts-noto-color-emoji"))
    func `an emoji that is larger than the picture fills it`() throws {
        var caption = Caption("🟥", in: UnitBox(x: -9, y: -9, width: 19, height: 19))
        caption.maximumSize = .pixels(100_000)
        let picture = try Image(size: PixelSize(width: 48, height: 40), fill: .white)
        let result = try Meme(captions: [caption]).render(onto: picture)
        #expect(try #require(result.reports.first).layout.size > 300)
        #expect(result.image[24, 20].red > 180 && result.image[24, 20].green < 90)
        #expect(result.image[0, 0] == result.image[24, 20])
    }
}
