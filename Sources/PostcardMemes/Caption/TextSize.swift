import PostcardCore
package import PostcardImaging

/// A text size: the size of an em. Capitals of the bundled typeface are about four fifths of an em tall.
public struct TextSize: Hashable, Sendable {
    enum Unit: Hashable { case pixels, fraction }
    let value: Double
    let unit: Unit

    /// A size in pixels of the picture, 0.001 to 100,000. Sizes above 8,192 pixels are treated as 8,192.
    public static func pixels(_ count: Double) -> TextSize { TextSize(value: count, unit: .pixels) }

    /// A size as a fraction of the picture's mean side √(width × height), which suits wide and tall pictures: 0.001 to 100,000, usually
    /// 0.03 to 0.2. Text of size 1 is larger than most boxes.
    public static func fraction(_ fraction: Double) -> TextSize { TextSize(value: fraction, unit: .fraction) }

    /// The maximum size in pixels, which limits the memory for glyphs.
    private static let maximumPixels = 8_192.0

    /// Returns the size in pixels on a picture of `size`, at most 8,192.
    package func pixels(on size: PixelSize) -> Double {
        let pixels = unit == .pixels ? value : value * (Double(size.width) * Double(size.height)).squareRoot()
        return min(pixels, Self.maximumPixels)
    }
}

/// A size is written as in CSS, such as `48px` for pixels, or as a plain number for a fraction of the picture's mean side.
extension TextSize: Codable {
    /// Parses a size in pixels such as `48px`; `nil` for other strings.
    package init?(pixels text: String) {
        guard text.hasSuffix("px"), let pixels = Double(text.dropLast(2)) else { return nil }
        self = .pixels(pixels)
    }

    /// Reads a string such as `48px` or a number such as 0.14.
    public init(from decoder: any Decoder) throws {
        if let fraction = try? decoder.singleValueContainer().decode(Double.self) {
            self = .fraction(fraction)
            return
        }
        self = try decoder.value(ofText: TextSize.init(pixels:)) {
            "“\($0)” is not a size. Write pixels such as 48px, or a fraction of the picture such as 0.14."
        }
    }

    /// Writes a string such as `48px` or a number such as 0.14.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch unit {
        case .pixels: try container.encode("\(value)px")
        case .fraction: try container.encode(value)
        }
    }
}
