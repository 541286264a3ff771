/// Percent-encoding of RFC 3986, section 2.1.
package enum PercentEncoding {
    /// Decodes a text once.
    ///
    /// - Returns: `nil` for `%` without two hexadecimal digits, for bytes that are not UTF-8, and for a NUL, at which the system
    ///   would end a path.
    package static func decode(_ text: some StringProtocol) -> String? {
        decode(bytes: text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Decodes bytes once, which need not be UTF-8; `nil` for `%` without two hexadecimal digits, and for a NUL.
    package static func decode(bytes encoded: some Collection<UInt8>) -> [UInt8]? {
        decode(Array(encoded), isStrict: true).flatMap { $0.contains(0) ? nil : $0 }
    }

    /// Decodes bytes once, as a server that takes anything does: what is no escape stays as it is.
    package static func decodeLeniently(_ bytes: [UInt8]) -> [UInt8] { decode(bytes, isStrict: false) ?? bytes }

    /// - Returns: `nil` for what is no escape behind a `%`, where `isStrict` does not allow that.
    private static func decode(_ encoded: [UInt8], isStrict: Bool) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(encoded.count)
        var index = 0
        while index < encoded.count {
            let byte = encoded[index]
            index += 1
            if byte == UInt8(ascii: "%"), index + 1 < encoded.count, let high = digit(encoded[index]),
                let low = digit(encoded[index + 1])
            {
                decoded.append(high << 4 | low)
                index += 2
            } else if byte == UInt8(ascii: "%"), isStrict {
                return nil
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// Encodes all characters but the unreserved ones of RFC 3986, section 2.3.
    package static func encode(_ text: String) -> String { encode(text, except: "-._~") }

    /// Encodes the characters that cannot stand in a path and query, as browsers do with an address.
    package static func encodePath(_ text: String) -> String { encode(text, except: "-._~!$&'()*+,;=:@/?[]|\\") }

    /// Returns whether a text is encoded as browsers and other clients do it: as little as possible, as
    /// `encodeURIComponent` of JavaScript does, of all or of each part between slashes, or as `quote` of Python does.
    package static func isUsual(_ encoded: some StringProtocol, for text: String) -> Bool {
        [
            encodePath(text), encode(text, except: "-._~!'()*"), encode(text, except: "-._~!'()*/"),
            encode(text, except: "-._~/"),
        ].contains { $0 == String(encoded) }
    }

    private static func encode(_ text: String, except others: StaticString) -> String {
        var result = ""
        for byte in text.utf8 {
            if byte.isASCIIAlphanumeric(or: others) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
