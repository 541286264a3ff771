import PostcardImaging
import PostcardMemes
import Synchronization
import Testing

struct MemeInterruptionTests {
    private struct Stop: Error {}

    /// The number of calls to the checkpoint. The first `limit` calls do not throw.
    private func calls(limit: Int = .max, of work: () throws -> Void) -> (count: Int, error: (any Error)?) {
        let count = Mutex(0)
        do {
            try ImageWork.run(checkpoint: {
                let isLast = count.withLock { count in
                    count += 1
                    return count > limit
                }
                if isLast { throw Stop() }
            }) { try work() }
            return (count.withLock { $0 }, nil)
        } catch {
            return (count.withLock { $0 }, error)
        }
    }

    private let fonts = FontLibrary(usesSystemFonts: false)

    private func picture() throws -> Image { try Image(size: PixelSize(width: 120, height: 90), fill: .black) }

    private static func meme(captions: Int, above: Int = 0, overlays: Int = 0) throws -> Meme {
        let overlay = Overlay(
            .bytes(try Image(size: PixelSize(width: 8, height: 8), fill: .white).encoded(as: .png)),
            in: UnitBox(x: 0, y: 0, width: 0.1, height: 0.1))
        // Captions in the same box would divide its space.
        func list(_ count: Int) -> [Caption] {
            (0..<count).map { Caption("a", in: UnitBox(x: 0.1 + Double($0) / 100, y: 0.1, width: 0.5, height: 0.2)) }
        }
        return Meme(
            captions: list(captions), above: list(above),
            overlays: Array(repeating: overlay, count: overlays))
    }

    private func calls(_ meme: Meme) throws -> Int {
        let made = calls { _ = try meme.render(onto: picture(), fonts: fonts) }
        #expect(made.error == nil)
        return made.count
    }

    @Test func `each caption and overlay has a checkpoint`() throws {
        #expect(try calls(Self.meme(captions: 7)) == 7)
        // Decoding and resizing an overlay have their own checkpoints.
        let overlay = try calls(Self.meme(captions: 0, overlays: 1))
        #expect(overlay >= 1)
        #expect(try calls(Self.meme(captions: 0, overlays: 5)) == 5 * overlay)
        // The captions above the picture are also laid out before its size is known.
        #expect(try calls(Self.meme(captions: 2, above: 3)) == 2 + 3 + 3)
    }

    @Test(arguments: [0, 1, 4, 6])
    func `rendering ends with the error from the checkpoint`(after limit: Int) throws {
        let meme = try Self.meme(captions: 3, overlays: 2)
        let made = calls(limit: limit) { _ = try meme.render(onto: picture(), fonts: fonts) }
        #expect(made.error is Stop)
        #expect(made.count == limit + 1)
    }

    @Test func `applying drawn text to a picture can be stopped too`() throws {
        let lettering = try Self.meme(captions: 3).lettering(on: picture().size, fonts: fonts)
        let made = calls(limit: 2) { _ = try lettering.applied(to: picture()) }
        #expect(made.error is Stop)
        #expect(made.count == 3)
    }

    /// A still picture is drawn directly, and an animation is drawn from prepared layers.
    @Test func `both ways of drawing give the same result`() throws {
        let meme = try Self.meme(captions: 2, above: 1, overlays: 1)
        let direct = try meme.render(onto: picture(), fonts: fonts).image
        let kept = try meme.lettering(on: picture().size, fonts: fonts).applied(to: picture())
        #expect(direct.size == kept.size)
        #expect(try direct.encoded(as: .png) == kept.encoded(as: .png))
    }

    @Test func `the size of a surround is limited`() throws {
        var meme = try Self.meme(captions: 0)
        meme.surround = Surround(margin: 2)
        let whole = try meme.lettering(on: picture().size, fonts: fonts).canvasSize
        #expect(whole.area > 20 * 120 * 90)
        #expect(try meme.render(onto: picture(), fonts: fonts, pixelLimit: whole.area).image.size == whole)
        let error = #expect(throws: MemeError.self) {
            try meme.lettering(on: picture().size, fonts: fonts, pixelLimit: whole.area - 1)
        }
        #expect(error?.code == .invalidCaption)
    }

    @Test func `a side that is too long with its surround is not reported as a lack of memory`() throws {
        let meme = Meme(surround: Surround(margin: 2))
        let error = #expect(throws: ImageError.self) {
            try meme.lettering(on: PixelSize(width: 1_000_000, height: 1), fonts: fonts)
        }
        #expect(error?.code == .limitExceeded)
    }

    /// Any number of captions can be drawn one after another, but only a limited number of layers can be kept.
    @Test func `the number of kept text layers is limited`() throws {
        let captions = (0..<50).map { number in
            var caption = Caption("WWW", in: UnitBox(x: Double(number) / 1000, y: 0, width: 1, height: 1))
            caption.maximumSize = .fraction(1)
            return caption
        }
        let meme = Meme(captions: captions)
        let size = try picture().size
        #expect(try meme.render(onto: picture(), fonts: fonts, pixelLimit: size.area).reports.count == 50)
        let error = #expect(throws: MemeError.self) {
            try meme.lettering(on: size, fonts: fonts, pixelLimit: size.area)
        }
        #expect(error?.code == .invalidCaption)
        #expect(try meme.lettering(on: size, fonts: fonts).reports.count == 50)
    }
}
