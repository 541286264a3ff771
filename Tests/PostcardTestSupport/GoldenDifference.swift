public import PostcardImaging

/// The difference between two images.
public struct GoldenDifference: CustomStringConvertible {
    /// The maximum difference of any channel, 0 to 255; 256 if the sizes differ.
    public let largest: Int
    /// The number of pixels that differ.
    public let pixelCount: Int
    /// The differences, eight times as bright; `nil` if the sizes differ.
    public let map: Image?
    private let sizes: String?

    /// Compares two images pixel by pixel.
    public init(between actual: Image, and expected: Image) throws {
        guard actual.size == expected.size, var map = try? Image(size: actual.size, fill: .black) else {
            largest = 256
            pixelCount = 0
            map = nil
            sizes = "it is \(actual.size), expected \(expected.size)"
            return
        }
        var largest = 0
        var pixelCount = 0
        for y in 0..<actual.size.height {
            for x in 0..<actual.size.width {
                let difference = GoldenDifference.channels(actual[x, y], expected[x, y])
                let most = difference.max() ?? 0
                guard most > 0 else { continue }
                largest = max(largest, most)
                pixelCount += 1
                let light = difference.map { UInt8(min(255, ($0 + difference[3]) * 8)) }
                try map.setColor(Color(red: light[0], green: light[1], blue: light[2]), x: x, y: y)
            }
        }
        self.largest = largest
        self.pixelCount = pixelCount
        self.map = map
        sizes = nil
    }

    /// The differences in red, green, blue and alpha.
    private static func channels(_ a: Color, _ b: Color) -> [Int] {
        if a.alpha == 0 && b.alpha == 0 { return [0, 0, 0, 0] }
        func distance(_ a: UInt8, _ b: UInt8) -> Int { abs(Int(a) - Int(b)) }
        return [
            distance(a.red, b.red), distance(a.green, b.green), distance(a.blue, b.blue), distance(a.alpha, b.alpha),
        ]
    }

    /// The difference in words, such as `12 pixels, by up to 4`.
    public var description: String { sizes ?? "\(pixelCount) pixels, by up to \(largest)" }
}
