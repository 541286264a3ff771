import PostcardCore
import Testing

@testable import PostcardImaging

/// The filters of PNG rows compared with their definitions (W3C PNG, section 9.2), byte by byte.
struct PNGUnfilterTests {
    /// The definition: the value to add for each filter type, from the bytes to the left, above, and above left.
    private static func prediction(_ filter: UInt8, _ left: Int, _ above: Int, _ corner: Int) -> Int {
        switch filter {
        case 1: return left
        case 2: return above
        case 3: return (left + above) / 2
        case 4:
            let estimate = left + above - corner
            let distances = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
            if distances.0 <= distances.1, distances.0 <= distances.2 { return left }
            return distances.1 <= distances.2 ? above : corner
        default: return 0
        }
    }

    private static func unfiltered(_ filter: UInt8, _ row: [UInt8], above: [UInt8], _ bytesPerPixel: Int) -> [UInt8] {
        var result: [UInt8] = []
        for (index, byte) in row.enumerated() {
            let hasLeft = index >= bytesPerPixel
            let left = hasLeft ? Int(result[index - bytesPerPixel]) : 0
            let corner = hasLeft ? Int(above[index - bytesPerPixel]) : 0
            let sum = Int(byte) + prediction(filter, left, Int(above[index]), corner)
            result.append(UInt8(truncatingIfNeeded: sum))
        }
        return result
    }

    private static func pixels(_ bytes: [UInt8], _ bytesPerPixel: Int) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: bytesPerPixel).map { index in
            let alpha = bytesPerPixel == 4 ? UInt32(bytes[index + 3]) : 0
            return alpha << 24 | UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
        }
    }

    @Test(arguments: 0...4 as ClosedRange<UInt8>, [3, 4])
    func `a row matches the definition`(filter: UInt8, bytesPerPixel: Int) {
        var random = SeededRandom(seed: UInt64(filter) << 8 | UInt64(bytesPerPixel))
        for width in [1, 2, 3, 17, 64] {
            let count = width * bytesPerPixel
            // With extreme values, the sums, means and distances overflow a byte.
            let extremes: [UInt8] = [0, 1, 127, 128, 254, 255]
            func bytes() -> [UInt8] {
                (0..<count).map { _ in
                    Bool.random(using: &random)
                        ? extremes.randomElement(using: &random) ?? 0 : .random(in: 0...255, using: &random)
                }
            }
            for _ in 0..<50 {
                let (above, source) = (bytes(), bytes())
                var row = [UInt32](repeating: 0xDEAD_BEEF, count: width)
                let isKnown = PNGUnfilter(width: width, bytesPerPixel: bytesPerPixel)
                    .apply(filter, source + [0], above: Self.pixels(above, bytesPerPixel), to: &row)
                #expect(isKnown)
                let expected = Self.unfiltered(filter, source, above: above, bytesPerPixel)
                #expect(row == Self.pixels(expected, bytesPerPixel))
            }
        }
    }

    @Test(arguments: [5, 6, 255] as [UInt8])
    func `an unknown filter is rejected`(filter: UInt8) {
        var row: [UInt32] = [7]
        #expect(!PNGUnfilter(width: 1, bytesPerPixel: 4).apply(filter, [1, 2, 3, 4, 5], above: [0], to: &row))
        #expect(row == [7])
    }
}
