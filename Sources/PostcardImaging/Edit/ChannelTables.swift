/// A new value for each value of each channel: brightness, contrast, curves and all else that looks at one channel of one pixel.
public struct ChannelTables: Sendable, Hashable {
    /// For red, green and blue, 256 values each.
    private let tables: [[UInt8]]

    private init(_ red: (Double) -> Double, _ green: (Double) -> Double, _ blue: (Double) -> Double) {
        func table(_ channel: (Double) -> Double) -> [UInt8] {
            (0..<256).map { UInt8(min(255, max(0, channel(Double($0)).rounded()))) }
        }
        tables = [table(red), table(green), table(blue)]
    }

    private init(_ tables: [[UInt8]]) { self.tables = tables }

    /// Adds to each channel.
    ///
    /// - Parameters:
    ///   - red: percent of the full range, -100 to 100.
    ///   - green: as `red`.
    ///   - blue: as `red`.
    public static func adding(red: Double, green: Double, blue: Double) -> ChannelTables {
        func added(_ percent: Double) -> (Double) -> Double {
            let level = (percent * 2.55).rounded(.towardZero)
            return { $0 + level }
        }
        return ChannelTables(added(red), added(green), added(blue))
    }

    /// Multiplies the distance of each channel from middle grey, 128, by (1 + percent ÷ 100)².
    ///
    /// - Parameter percent: -100 (grey) to 100 (four times).
    public static func contrast(percent: Double) -> ChannelTables {
        let factor = (1 + percent / 100) * (1 + percent / 100)
        func changed(_ value: Double) -> Double { (value - 128) * factor + 128 }
        return ChannelTables(changed, changed, changed)
    }

    /// Mixes each channel with a colour.
    ///
    /// - Parameters:
    ///   - red: the share of its red in percent, 0 to 100.
    ///   - green: the share of its green.
    ///   - blue: the share of its blue.
    public static func mixing(_ color: Color, red: Double, green: Double, blue: Double) -> ChannelTables {
        func mixed(_ other: UInt8, _ percent: Double) -> (Double) -> Double {
            { ($0 * (100 - percent) + Double(other) * percent) / 100 }
        }
        return ChannelTables(mixed(color.red, red), mixed(color.green, green), mixed(color.blue, blue))
    }

    /// A smooth curve through points, for one channel: a natural cubic spline, level before the first point and behind the last.
    public struct Curve: Sendable, Hashable {
        fileprivate let values: [UInt8]

        /// Makes a curve.
        ///
        /// - Parameter points: values from 0 to 255 and what becomes of them, in ascending order. `nil` for none, and for others.
        public init?(through points: [(x: Int, y: Int)]) {
            guard let first = points.first, let last = points.last,
                points.allSatisfy({ 0...255 ~= $0.x && 0...255 ~= $0.y }),
                zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x })
            else { return nil }
            let bends = Self.secondDerivatives(points)
            var values = [UInt8](repeating: UInt8(first.y), count: 256)
            for (index, (one, next)) in zip(points, points.dropFirst()).enumerated() {
                let width = Double(next.x - one.x)
                for x in one.x..<next.x {
                    let b = Double(x - one.x) / width
                    let a = 1 - b
                    let bend = (a * a * a - a) * bends[index] + (b * b * b - b) * bends[index + 1]
                    let y = a * Double(one.y) + b * Double(next.y) + bend * width * width / 6
                    values[x] = UInt8(min(255, max(0, y.rounded())))
                }
            }
            for x in last.x...255 { values[x] = UInt8(last.y) }
            self.values = values
        }

        /// The second derivatives at the points, 0 at both ends: a tridiagonal system.
        private static func secondDerivatives(_ points: [(x: Int, y: Int)]) -> [Double] {
            let count = points.count
            var bends = [Double](repeating: 0, count: count)
            guard count > 2 else { return bends }
            func width(_ index: Int) -> Double { Double(points[index + 1].x - points[index].x) }
            func slope(_ index: Int) -> Double { Double(points[index + 1].y - points[index].y) / width(index) }
            // Elimination from the first point on, then the values from the last one back.
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

    /// Curves of the three channels, and after them one of all.
    ///
    /// - Parameters:
    ///   - all: the curve of all channels.
    ///   - red: the curve of red.
    ///   - green: the curve of green.
    ///   - blue: the curve of blue.
    public static func curves(all: Curve, red: Curve, green: Curve, blue: Curve) -> ChannelTables {
        ChannelTables([red, green, blue].map { curve in curve.values.map { all.values[Int($0)] } })
    }

    /// Tables that spread the values of each channel of a picture evenly over the range.
    static func equalizing(_ image: Image) throws(ImageError) -> ChannelTables {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
        let size = image.size
        try image.withRows { rows throws(ImageError) in
            for y in 0..<size.height {
                try ImageWork.checkpoint(row: y, width: size.width)
                for x in 0..<size.width {
                    let pixel = rows[y][x]
                    counts[0][Int(pixel >> 16 & 255)] += 1
                    counts[1][Int(pixel >> 8 & 255)] += 1
                    counts[2][Int(pixel & 255)] += 1
                }
            }
        }
        return ChannelTables(
            counts.map { counts in
                let first = counts.first { $0 > 0 } ?? 0
                var sum = 0
                return counts.map { count in
                    sum += count
                    // A channel of one value stays dark, as the formula has it.
                    return UInt8(255 * max(0, sum - first) / max(1, size.area - first))
                }
            })
    }

    fileprivate func apply(to pixel: Int32) -> Int32 {
        GDPixel.pack(
            red: Int32(tables[0][Int(pixel >> 16 & 255)]), green: Int32(tables[1][Int(pixel >> 8 & 255)]),
            blue: Int32(tables[2][Int(pixel & 255)]), transparency: pixel >> 24 & 127)
    }
}

extension Image {
    /// The picture with new values in each channel; transparency stays.
    ///
    /// - Throws: `ImageError` with code `interrupted` within ``ImageWork``.
    public func mapped(_ tables: ChannelTables) throws(ImageError) -> Image {
        var result = self
        try result.mapPixels { tables.apply(to: $0) }
        return result
    }

    /// The picture with the values of each channel spread evenly over the range; transparency stays.
    ///
    /// - Throws: `ImageError` with code `interrupted` within ``ImageWork``.
    public func equalized() throws(ImageError) -> Image { try mapped(try ChannelTables.equalizing(self)) }

    /// Replaces each pixel, row by row from the top.
    mutating func mapPixels(_ transform: (_ pixel: Int32) -> Int32) throws(ImageError) {
        let size = size
        try withMutableRows { rows throws(ImageError) in
            for y in 0..<size.height {
                try ImageWork.checkpoint(row: y, width: size.width)
                let row = rows[y]
                for x in 0..<size.width { row[x] = transform(row[x]) }
            }
        }
    }
}
