/// Base64 with `-` and `_`, RFC 4648 section 5.
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Encodes without padding.
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var buffer = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | Int(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[buffer >> bits & 63])
            }
            buffer &= (1 << bits) - 1
        }
        if bits > 0 { text.append(alphabet[buffer << (6 - bits) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes what is spelled as it is encoded, with or without padding; `nil` for everything else.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = 0
        var bits = 0
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = text.utf8[digits.endIndex...]
        guard padding.isEmpty || (text.utf8.count.isMultiple(of: 4) && padding.count <= 2),
            padding.allSatisfy({ $0 == UInt8(ascii: "=") }), digits.count % 4 != 1
        else { return nil }
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            buffer &= (1 << bits) - 1
        }
        // Bits that no byte has are zero in one spelling only.
        return buffer == 0 ? bytes : nil
    }
}
