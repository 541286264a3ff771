public import PostcardImaging

/// How large letters are: the em, of which capitals fill about four fifths.
public struct TextSize: Hashable, Sendable {
    private enum Value: Hashable {
        case pixels(Double)
        case fraction(Double)
    }
    private let value: Value

    /// In pixels of the picture.
    public static func pixels(_ count: Double) -> TextSize { TextSize(value: .pixels(count)) }

    /// In fractions of the picture's mean side √(width × height), so that letters suit wide and tall pictures.
    public static func fraction(_ fraction: Double) -> TextSize { TextSize(value: .fraction(fraction)) }

    /// Pixels on a picture of `size`.
    public func pixels(on size: PixelSize) -> Double {
        switch value {
        case .pixels(let count): count
        case .fraction(let fraction): fraction * (Double(size.width) * Double(size.height)).squareRoot()
        }
    }
}
