/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Makes a size; both sides are in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Returns a square with sides of `side` pixels.
    public static func square(_ side: Int) -> PixelSize {
        PixelSize(width: side, height: side)
    }

    /// The number of pixels, at most `Int.max`.
    public var area: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// True if an image of this size has a pixel at the given position.
    func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && x < width && y >= 0 && y < height }

    /// The size of the picture after a quarter turn.
    package var transposed: PixelSize {
        PixelSize(width: height, height: width)
    }
}

extension PixelSize: CustomStringConvertible {
    /// The size as text, for example `4000 × 3000`.
    public var description: String { "\(width) × \(height)" }
}
