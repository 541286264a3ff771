import PostcardImaging

extension Image {
    /// Makes a picture from `color(x, y)`.
    init(size: PixelSize, _ color: (Int, Int) -> Color) throws {
        try self.init(size: size, fill: .black)
        for y in 0..<size.height {
            for x in 0..<size.width { try self.setColor(color(x, y), x: x, y: y) }
        }
    }

    var pixels: [Color] {
        (0..<size.height).flatMap { y in (0..<size.width).map { self[$0, y] } }
    }

    /// Returns the largest difference in any channel.
    func distance(to other: Image) -> Int {
        guard size == other.size else { return 256 }
        return zip(pixels, other.pixels).map { $0.distance(to: $1) }.max() ?? 0
    }

    /// Returns the mean difference in red, green and blue.
    func meanDistance(to other: Image) -> Double {
        guard size == other.size else { return 256 }
        let sum = zip(pixels, other.pixels).reduce(0) { sum, pair in
            sum + abs(Int(pair.0.red) - Int(pair.1.red)) + abs(Int(pair.0.green) - Int(pair.1.green))
                + abs(Int(pair.0.blue) - Int(pair.1.blue))
        }
        return Double(sum) / Double(3 * size.area)
    }
}

extension Color {
    func distance(to other: Color) -> Int {
        if alpha == 0 && other.alpha == 0 { return 0 }
        return [(red, other.red), (green, other.green), (blue, other.blue), (alpha, other.alpha)]
            .map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    /// True if strong compression could turn `other` into this color.
    func isLike(_ other: Color) -> Bool { distance(to: other) < 70 }
}
