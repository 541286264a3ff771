import PostcardCore

/// The new level for each level of each channel.
public struct ToneCurve: Sendable, Hashable {
    /// 256 levels each for red, green and blue.
    private let levels: [[UInt8]]

    private init(levels: [[UInt8]]) { self.levels = levels }

    /// A string that is equal only for equal curves.
    var recipe: String { Hexadecimal.encode(levels.joined()) }

    /// Makes a curve from functions of the red, green and blue levels. The results of the functions are rounded and clamped.
    package init(_ channels: [(_ level: Double) -> Double]) {
        levels = channels.map { channel in
            (0..<256).map { UInt8(min(255, max(0, channel(Double($0)).rounded()))) }
        }
    }

    /// Returns a curve that adds an amount to each channel.
    ///
    /// - Parameters:
    ///   - red: percent of the full range, -100 to 100.
    ///   - green: percent of the full range, -100 to 100.
    ///   - blue: percent of the full range, -100 to 100.
    public static func tint(red: Double, green: Double, blue: Double) -> ToneCurve {
        ToneCurve(
            [red, green, blue].map { percent in
                let level = (255 * percent / 100).rounded(.towardZero)
                return { $0 + level }
            })
    }

    /// Returns a curve that multiplies the distance of each channel from middle gray, 128, by (1 + percent ÷ 100)².
    ///
    /// - Parameter percent: -100 (gray) to 100 (four times the distance); other values are clamped.
    package static func contrast(percent: Double) -> ToneCurve {
        let root = 1 + min(100, max(-100, percent)) / 100
        let factor = root * root
        return ToneCurve(Array(repeating: { ($0 - 128) * factor + 128 }, count: 3))
    }

    /// Each channel subtracted from white.
    package static let negative = ToneCurve(Array(repeating: { 255 - $0 }, count: 3))

    /// Returns a curve that mixes each channel with a color.
    ///
    /// - Parameters:
    ///   - red: the share of the color's red in the red channel, in percent, 0 to 100.
    ///   - green: the share of the color's green in the green channel, in percent, 0 to 100.
    ///   - blue: the share of the color's blue in the blue channel, in percent, 0 to 100.
    package static func mixing(_ color: Color, red: Double, green: Double, blue: Double) -> ToneCurve {
        ToneCurve(
            [(color.red, red), (color.green, green), (color.blue, blue)].map { other, percent in
                { ($0 * (100 - percent) + Double(other) * percent) / 100 }
            })
    }

    /// Returns a curve that first applies each channel's own spline, and then the spline for all channels.
    package static func splines(all: Spline, red: Spline, green: Spline, blue: Spline) -> ToneCurve {
        ToneCurve(levels: [red, green, blue].map { spline in spline.levels.map { all.levels[Int($0)] } })
    }

    /// Returns a curve that spreads the levels of each channel of an image evenly over the range.
    static func equalizing(_ image: Image) throws(ImageError) -> ToneCurve {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
        let size = image.size
        try image.withRows { rows throws(ImageError) in
            for y in 0..<size.height {
                try ImageWork.checkpoint(row: y, width: size.width)
                for x in 0..<size.width {
                    let pixel = Int(rows[y][x])
                    for channel in 0..<3 { counts[channel][pixel >> (16 - 8 * channel) & 255] += 1 }
                }
            }
        }
        return ToneCurve(
            levels: counts.map { counts in
                let first = counts.first { $0 > 0 } ?? 0
                // A channel with one level is unchanged.
                guard first < size.area else { return Array(0...255) }
                var sum = 0
                return counts.map { count in
                    sum += count
                    return UInt8(255 * max(0, sum - first) / (size.area - first))
                }
            })
    }

    func apply(to image: inout Image) throws(ImageError) {
        let table = levels.joined().enumerated().map { Int32($1) << (16 - 8 * ($0 / 256)) }
        try table.withUnsafeBufferPointer { table throws(ImageError) in
            try image.mapPixels { pixel in
                pixel & ~GDPixel.opaqueMask | table[Int(pixel >> 16 & 255)] | table[256 + Int(pixel >> 8 & 255)]
                    | table[512 + Int(pixel & 255)]
            }
        }
    }
}

extension ToneCurve {
    /// A smooth curve through points, for one channel: a natural cubic spline, constant before the first point and after the last.
    package struct Spline: Sendable, Hashable {
        fileprivate let levels: [UInt8]

        /// Makes a spline.
        ///
        /// - Parameter points: levels from 0 to 255 and their new levels, in ascending order. Returns `nil` if the points are missing or
        ///   invalid.
        package init?(through points: [(x: Int, y: Int)]) {
            guard let first = points.first, let last = points.last,
                points.allSatisfy({ 0...255 ~= $0.x && 0...255 ~= $0.y }),
                zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x })
            else { return nil }
            let bends = Self.secondDerivatives(points)
            var levels = [UInt8](repeating: UInt8(first.y), count: 256)
            for (index, (one, next)) in zip(points, points.dropFirst()).enumerated() {
                let width = Double(next.x - one.x)
                for x in one.x..<next.x {
                    let b = Double(x - one.x) / width
                    let a = 1 - b
                    let bend = (a * a * a - a) * bends[index] + (b * b * b - b) * bends[index + 1]
                    let y = a * Double(one.y) + b * Double(next.y) + bend * width * width / 6
                    levels[x] = UInt8(min(255, max(0, y.rounded())))
                }
            }
            for x in last.x...255 { levels[x] = UInt8(last.y) }
            self.levels = levels
        }

        /// Returns the second derivatives at the points, 0 at both ends, by solving a tridiagonal system.
        private static func secondDerivatives(_ points: [(x: Int, y: Int)]) -> [Double] {
            let count = points.count
            var bends = [Double](repeating: 0, count: count)
            guard count > 2 else { return bends }
            func width(_ index: Int) -> Double { Double(points[index + 1].x - points[index].x) }
            func slope(_ index: Int) -> Double { Double(points[index + 1].y - points[index].y) / width(index) }
            // The system is solved by elimination from the first point on, then back substitution.
            var ratios = [Double](repeating: 0, count: count)
            var sums = ratios
            for index in 1..<count - 1 {
                let pivot = 2 * (width(index - 1) + width(index)) - width(index - 1) * ratios[index - 1]
                ratios[index] = width(index) / pivot
                sums[index] =
                    (6 * (slope(index) - slope(index - 1)) - width(index - 1) * sums[index - 1]) / pivot
            }
            for index in (1..<count - 1).reversed() { bends[index] = sums[index] - ratios[index] * bends[index + 1] }
            return bends
        }
    }
}
