extension JSONValue {
    /// `text` between quotes, with nothing escaped that need not be.
    package static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{8}": result += "\\b"
            case "\u{C}": result += "\\f"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0"..<" ": result += "\\u" + scalar.value.padded(to: 4, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The text of a string that `JSONScanner` has read; nil if half of a surrogate pair is missing.
    package static func unescaped(_ quoted: String) -> String? {
        let inner = quoted.utf8.dropFirst().dropLast()
        guard inner.contains(UInt8(ascii: "\\")) else { return String(Substring(inner)) }
        var units: [UInt16] = []
        var rest = Substring(inner).utf16
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let letter = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch UInt8(truncatingIfNeeded: letter) {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"):
                guard let digits = String(rest.prefix(4)), let value = UInt16(digits, radix: 16) else { return nil }
                units.append(value)
                rest = rest.dropFirst(4)
            default: units.append(letter)
            }
        }
        return String(validating: units, as: UTF16.self)
    }
}
