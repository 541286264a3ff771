public import PostcardImaging

/// The size of letters: the em, of which the bundled typeface's capitals fill about four fifths.
public struct TextSize: Hashable, Sendable {
    enum Unit: Hashable { case pixels, fraction }
    let value: Double
    let unit: Unit

    /// In pixels of the picture.
    public static func pixels(_ count: Double) -> TextSize { TextSize(value: count, unit: .pixels) }

    /// In fractions of the picture's mean side √(width × height), so that letters suit wide and tall pictures.
    public static func fraction(_ fraction: Double) -> TextSize { TextSize(value: fraction, unit: .fraction) }

    /// Larger letters would take more memory than anybody has a use for.
    private static let maximumPixels = 8_192.0

    /// Pixels on a picture of `size`, at most 8 192.
    public func pixels(on size: PixelSize) -> Double {
        let pixels = unit == .pixels ? value : value * (Double(size.width) * Double(size.height)).squareRoot()
        return min(pixels, Self.maximumPixels)
    }
}
