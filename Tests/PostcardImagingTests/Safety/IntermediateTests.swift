import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// Limits also apply to the steps between a picture and its result. The steps use no more memory than the picture and result do.
@Suite(.serialized) struct IntermediateTests {
    private static let strip = PixelRect(x: 0, y: 0, width: 48, height: 1)

    /// A strip of 48 × 1 pixels, scaled to cover a square, would first become a strip of 33,600 × 700.
    @Test(arguments: [("cover", 10 << 10), ("cover-detail", 10 << 10), ("enlarge", 10 << 10)])
    func `the result of a strip uses little more memory`(mode: String, maximumKilobytes: Int) throws {
        let run = try DecodingRun(mode, try TestPicture.jpeg())
        #expect(run.outcome == "ok", "\(run)")
        #expect(run.kilobytes < maximumKilobytes, "\(run)")
    }

    @Test(arguments: [
        Edit.resize(Resize(into: .square(1500), fit: .cover, enlarges: true)),
        .resize(Resize(into: PixelSize(width: 2_000_000, height: 1), fit: .exact, enlarges: true)),
        .rotate(degrees: 45), .resize(Resize(into: .square(1500), fit: .pad(.black), enlarges: true)),
    ])
    func `a result beyond the limit is rejected`(edit: Edit) throws {
        let image = try Image(size: PixelSize(width: 2_000, height: 1), fill: .white)
        #expect { try image.edited([edit], limits: DecodingLimits(pixels: 1_000_000)) } throws: {
            ($0 as? ImageError)?.code == .limitExceeded
        }
    }

    @Test func `the limit applies to a decoded picture resized to cover a square`() throws {
        let file = try Image(size: PixelSize(width: 480, height: 10), fill: .white).encoded(as: .png)
        var options = DecodingOptions(limits: DecodingLimits(pixels: 20_000))
        options.resize = Resize(into: .square(100), fit: .cover, enlarges: true)
        #expect(try Image(decoding: file, options: options).size == .square(100))
        options.resize = Resize(into: .square(200), fit: .cover, enlarges: true)
        #expect { try Image(decoding: file, options: options) } throws: { ($0 as? ImageError)?.code == .limitExceeded }
    }

    @Test(arguments: [PixelSize(width: 1_000_001, height: 1), PixelSize(width: 1, height: 1_000_001)])
    func `no side is longer than a million pixels`(size: PixelSize) throws {
        #expect(!DecodingLimits.default.allow(size))
        #expect { try DecodingLimits.default.check(size: size) } throws: {
            ($0 as? ImageError)?.code == .limitExceeded
        }
    }
}

struct CoverTests {
    private func picture(_ size: PixelSize, seed: Int, alpha: Bool) throws -> Image {
        try Image(size: size) { x, y in
            let value = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 ^ seed &* 83_492_791)
            let bits = value &* 0x9E37_79B9_7F4A_7C15
            return Color(
                red: UInt8(truncatingIfNeeded: bits >> 56), green: UInt8(truncatingIfNeeded: bits >> 48),
                blue: UInt8(truncatingIfNeeded: bits >> 40), alpha: alpha ? UInt8(truncatingIfNeeded: bits >> 32) : 255)
        }
    }

    /// Only the visible part is computed, and its pixels are the same as in the whole result.
    @Test(
        arguments: [
            (PixelSize(width: 48, height: 3), PixelSize.square(20)), (PixelSize(width: 3, height: 48), .square(20)),
            (PixelSize(width: 64, height: 48), .square(16)),
            (PixelSize(width: 7, height: 9), PixelSize(width: 40, height: 11)),
            (PixelSize(width: 90, height: 10), PixelSize(width: 10, height: 9)),
        ], [Focus.center, .point(x: 0, y: 1), .point(x: 0.83, y: 0.2)])
    func `a part of a result has the same pixels as the whole`(shape: (PixelSize, PixelSize), focus: Focus) throws {
        for (alpha, linear) in [(false, false), (true, false), (false, true)] {
            let image = try picture(shape.0, seed: 7, alpha: alpha)
            let resize = Resize(into: shape.1, fit: .cover(focus), enlarges: true)
            let whole = try image.resized(to: resize.scaledSize(for: image.size), inLinearLight: linear)
            let expected = try resize.framed(whole, from: image.size)
            let made = try image.resized(resize, inLinearLight: linear)
            #expect(made.size == shape.1)
            #expect(made.distance(to: expected) == 0)
        }
    }

    @Test func `an enlarged strip keeps its detail`() throws {
        let image = try Image(size: PixelSize(width: 90, height: 10)) { x, y in
            (60..<70).contains(x) && (x + y).isMultiple(of: 2) ? .black : .white
        }
        let made = try image.resized(Resize(into: .square(40), fit: .cover(.detail), enlarges: true))
        #expect(made.size == .square(40))
        #expect(made.pixels.count { $0.red < 128 } > 600)
    }
}
