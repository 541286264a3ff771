internal import PostcardImaging

extension Color {
    /// A colour as thumbor takes it: `rgb`, `rrggbb` or `rrggbbaa` in hexadecimal with or without `#`, `transparent`, or one
    /// of the sixteen colours of HTML 4.
    init?(thumbor text: String) {
        let name = text.lowercased()
        if name == "transparent" {
            self = .clear
            return
        }
        var digits = Self.htmlColors[name] ?? (name.hasPrefix("#") ? String(name.dropFirst()) : name)
        if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
        if digits.count == 6 { digits += "ff" }
        guard digits.count == 8, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
        self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
    }

    /// HTML 4.01, section 6.5.
    private static let htmlColors = [
        "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080", "white": "ffffff",
        "maroon": "800000", "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "green": "008000",
        "lime": "00ff00", "olive": "808000", "yellow": "ffff00", "navy": "000080", "blue": "0000ff",
        "teal": "008080", "aqua": "00ffff",
    ]
}
