/// A colour is written as in CSS: `#RRGGBB`, or `#RRGGBBAA` with its opacity.
extension Color: Codable {
    /// Reads `#RGB`, `#RRGGBB`, `#RRGGBBAA`, or a name of CSS.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = Color(css: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text)” is not a colour. Write #RRGGBB, #RRGGBBAA, or a name of CSS such as gold.")
        }
        self = color
    }

    /// Writes `#rrggbb`, or `#rrggbbaa` when it is not opaque.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(css)
    }
}

extension Color {
    /// `#rrggbb`, or `#rrggbbaa` when it is not opaque.
    public var css: String {
        let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Reads a colour as CSS writes it, `#RGB`, `#RRGGBB`, `#RRGGBBAA` or a name, also without the `#`; `nil` for other text.
    public init?(css text: String) {
        let name = text.lowercased()
        switch name {
        case "clear", "transparent": self = .clear
        default:
            if let number = CSSColorNames[name] {
                let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
                self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
                return
            }
            guard text.allSatisfy(\.isASCII) else { return nil }
            var digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).map(\.hexDigitValue)
            if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
            guard digits.count == 6 || digits.count == 8 else { return nil }
            var channels: [UInt8] = []
            for index in stride(from: 0, to: digits.count, by: 2) {
                guard let high = digits[index], let low = digits[index + 1] else { return nil }
                channels.append(UInt8(high << 4 | low))
            }
            self.init(
                red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count == 4 ? channels[3] : 255)
        }
    }
}
