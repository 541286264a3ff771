import PostcardCore
import PostcardFixtures
import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct RowShrinkerTests {
    /// Means of squares by definition, rounded to the nearest integer, with halves rounded up.
    private static func means(_ pixels: [Int32], _ size: PixelSize, _ factor: Int) -> [Int32] {
        var result: [Int32] = []
        for top in stride(from: 0, to: size.height, by: factor) {
            for left in stride(from: 0, to: size.width, by: factor) {
                let square = (top..<min(top + factor, size.height)).flatMap { y in
                    (left..<min(left + factor, size.width)).map { UInt32(bitPattern: pixels[y * size.width + $0]) }
                }
                let bits = [24, 16, 8, 0].reduce(UInt32(0)) { bits, shift in
                    let sum = square.reduce(0) { $0 + Int($1 >> UInt32(shift) & 255) }
                    return bits << 8 | UInt32((sum + square.count / 2) / square.count)
                }
                result.append(Int32(bitPattern: bits))
            }
        }
        return result
    }

    @Test(arguments: 2...16)
    func `every pixel is the mean of its square`(_ factor: Int) {
        var random = SeededRandom(seed: UInt64(factor))
        for size in [PixelSize(width: 16 * factor, height: 12 * factor), PixelSize(width: 211, height: 203)] {
            let target = PixelSize(width: size.width / (3 * factor), height: size.height / (3 * factor))
            var shrinker = RowShrinker(from: size, extent: PixelExtent(size), to: target)
            let pixels = (0..<size.area).map { _ in
                // Pure black and pure white, alternating with random colors, for the largest sums.
                Bool.random(using: &random) ? -1 : Int32(truncatingIfNeeded: Int(random.next() >> 32))
            }
            let width = shrinker.size.width
            var result: [Int32] = []
            pixels.withUnsafeBufferPointer { pixels in
                for y in 0..<size.height {
                    guard let start = pixels.baseAddress else { continue }
                    shrinker.push(start + y * size.width) { row in
                        result += UnsafeBufferPointer(start: row, count: width)
                    }
                }
            }
            #expect(shrinker.factor >= factor)
            #expect(result == Self.means(pixels, size, shrinker.factor))
        }
    }

    @Test(arguments: ["fuji-lake-at-dawn", "poole-lighthouse-in-storm"])
    func `thumbnails have no visible difference`(_ name: String) throws {
        let full = try Image(
            decoding: Fixture.travel(name).bytes, options: DecodingOptions(resize: Resize(into: .square(600))))
        let file = try full.encoded(as: .png)
        for side in [33, 48, 96] {
            let resize = Resize(into: .square(side))
            let exact = try full.resized(resize)
            let thumbnail = try Image(decoding: file, options: DecodingOptions(resize: resize))
            #expect(RowShrinker(from: full.size, extent: PixelExtent(full.size), to: exact.size).factor > 1)
            #expect(thumbnail.peakSignalToNoise(with: exact) > 48, "\(side)")
        }
    }
}
