/// A size is written as in CSS: `48px` for pixels, a plain number for a fraction of the picture's mean side.
extension TextSize: Codable {
    /// Reads a string such as `48px` or a number such as 0.14.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let fraction = try? container.decode(Double.self) {
            self = .fraction(fraction)
            return
        }
        let text = try container.decode(String.self)
        guard text.hasSuffix("px"), let pixels = Double(text.dropLast(2)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text)” is not a size. Write 48px, or a fraction of the picture such as 0.14.")
        }
        self = .pixels(pixels)
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch unit {
        case .pixels: try container.encode("\(value)px")
        case .fraction: try container.encode(value)
        }
    }
}
