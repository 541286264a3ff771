/// JSON as a tree. The tree's leaves keep their original spelling, so numbers of any size are kept unchanged.
package indirect enum JSONValue: Sendable, Hashable {
    /// A member of an object.
    package struct Member: Sendable, Hashable {
        private let key: NameKey
        package var value: JSONValue

        package var name: String { key.string }

        package init(name: String, value: JSONValue) {
            key = NameKey(name)
            self.value = value
        }

        /// Returns the values of members by name. If several members have the same name, the last one is used.
        package static func values(_ members: [Member]) -> [NameKey: JSONValue] {
            [NameKey: JSONValue](members.map { ($0.key, $0.value) }) { _, last in last }
        }
    }

    /// A string with its quotes and escapes, a number, `true`, `false` or `null`.
    case scalar(String)
    case array([JSONValue])
    case object([Member])

    /// The members of an object; `nil` for any other value.
    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements of an array; `nil` for any other value.
    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text of a string; `nil` for any other value, or if half of a surrogate pair is missing.
    package var string: String? {
        if case .scalar(let text) = self, text.utf8.first == UInt8(ascii: "\"") { Self.unescaped(text) } else { nil }
    }

    /// The value of a whole number without a fraction or exponent that fits in an `Int`; `nil` for any other value.
    package var integer: Int? {
        if case .scalar(let text) = self { Int(text) } else { nil }
    }

    /// The value of a number; `nil` for any other value.
    package var number: Double? {
        if case .scalar(let text) = self, text != "null" { Double(text) } else { nil }
    }

    /// The names of an object's members; empty for any other value.
    package var names: Set<NameKey> { Set(names: (members ?? []).map(\.name)) }

    /// The strings among an array's elements; empty for any other value.
    package var strings: [String] { (elements ?? []).compactMap(\.string) }

    /// The value of the member with this name, or of the last one if there are several; `nil` if there is none.
    package subscript(name: String) -> JSONValue? {
        members?.last { $0.name.hasBytes(of: name) }?.value
    }
}

extension JSONValue {
    /// Parses text that contains exactly one JSON value in UTF-8.
    package init(parsing bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONSyntaxError(position: 0, reason: "expected UTF-8")
        }
        var scanner = JSONScanner(bytes)
        self = try Self.read(&scanner, depth: 0)
        try scanner.finish()
    }

    private static func read(_ scanner: inout JSONScanner, depth: Int) throws(JSONSyntaxError) -> JSONValue {
        scanner.skipWhitespace()
        switch scanner.next {
        case UInt8(ascii: "{"):
            var members: [Member] = []
            try scanner.readObject(depth: depth) { scanner, range throws(JSONSyntaxError) in
                guard let name = unescaped(String(decoding: scanner.bytes[range], as: UTF8.self)) else {
                    throw JSONSyntaxError(position: range.lowerBound, reason: "expected a name of valid Unicode")
                }
                members.append(Member(name: name, value: try read(&scanner, depth: depth + 1)))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try scanner.readArray(depth: depth) { scanner throws(JSONSyntaxError) in
                elements.append(try read(&scanner, depth: depth + 1))
            }
            return .array(elements)
        default:
            let range = try scanner.readScalar()
            return .scalar(String(decoding: scanner.bytes[range], as: UTF8.self))
        }
    }

    /// The JSON in its shortest spelling, without line breaks.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .scalar(let text): bytes += text.utf8
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += Self.escaped(member.name).utf8
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension JSONValue {
    /// Returns `text` as a JSON string with quotes. Only characters that must be escaped are escaped.
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

    /// Returns the text of a JSON string read by `JSONScanner`; `nil` if half of a surrogate pair is missing.
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
