import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct BlurTests {
    /// A direct convolution of one channel in double precision, over six sigma on each side, with repeated edges.
    private func convolved(_ values: [[Double]], sigma: Double) -> [[Double]] {
        let reach = Int((6 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        // Taps outside the picture use its edges.
        var total = 0.0
        let below = weights.map { weight in
            total += weight
            return total
        }
        func line(_ line: [Double]) -> [Double] {
            line.indices.map { x in
                let before = reach - x - 1 >= 0 ? below[reach - x - 1] : 0
                let last = reach + line.count - 1 - x
                var value = before * line[0] + (last < below.count ? sum - below[last] : 0) * line[line.count - 1]
                for (index, level) in line.enumerated() where abs(index - x) <= reach {
                    value += level * weights[reach + index - x]
                }
                return value / sum
            }
        }
        func turned(_ rows: [[Double]]) -> [[Double]] { rows[0].indices.map { x in rows.map { $0[x] } } }
        return turned(turned(values.map(line)).map(line))
    }

    private static let pictures: [(name: String, value: @Sendable (Int, Int) -> Double)] = [
        ("edge", { x, _ in x < 19 ? 0 : 255 }), ("corner", { x, y in x > 25 && y < 13 ? 255 : 0 }),
        ("line", { x, _ in x == 0 ? 255 : 0 }), ("squares", { x, y in (x / 3 + y / 5).isMultiple(of: 2) ? 255 : 0 }),
        ("noise", { x, y in Double((x &* 7919 ^ y &* 104_729) &* 2_654_435_761 >> 7 & 255) }),
    ]

    /// The result is less than one level from the exact value; rounding accounts for half a level.
    @Test(arguments: [0.3, 0.8, 3.9, 4, 4.1, 5.9, 6.5, 9.99, 33, 150, 250], 0..<5)
    func `a blur is within one level of the Gaussian`(sigma: Double, index: Int) throws {
        let (width, height) = (43, 31)
        let value = Self.pictures[index].value
        let rows = (0..<height).map { y in (0..<width).map { value($0, y) } }
        let image = try Image(size: PixelSize(width: width, height: height)) { x, y in
            let level = UInt8(rows[y][x])
            return Color(red: level, green: 255 - level, blue: level)
        }
        let soft = try image.blurred(sigma: sigma)
        let expected = convolved(rows, sigma: sigma)
        for y in 0..<height {
            for x in 0..<width {
                try #require(
                    abs(Double(soft[x, y].red) - expected[y][x]) < 1, "\(x), \(y) of \(Self.pictures[index].name)")
                try #require(abs(Double(soft[x, y].green) - 255 + expected[y][x]) < 1)
            }
        }
    }

    @Test(arguments: [4.0, 12, 60])
    func `a wide blur ignores colors of transparent pixels`(sigma: Double) throws {
        let image = try Image(size: .square(40)) { x, _ in
            x < 20 ? Color(red: 255, green: 0, blue: 0) : Color(red: 0, green: 255, blue: 0, alpha: 0)
        }
        let soft = try image.blurred(sigma: sigma)
        #expect(soft.pixels.allSatisfy { $0.alpha == 0 || $0.green == 0 })
        #expect(soft[0, 20].alpha > soft[39, 20].alpha)
    }

    @Test(arguments: [PixelSize.square(1), PixelSize(width: 1, height: 9), PixelSize(width: 300, height: 2)])
    func `a picture of any size can be blurred`(size: PixelSize) throws {
        let image = try Image(size: size, fill: Color(red: 40, green: 90, blue: 200))
        for sigma in [3.0, 7, 250] { #expect(try image.blurred(sigma: sigma).distance(to: image) == 0) }
    }
}
