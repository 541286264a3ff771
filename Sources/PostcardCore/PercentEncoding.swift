/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Decodes a string once.
    ///
    /// - Returns: the decoded string; `nil` for a `%` without two hexadecimal digits, for bytes that are not UTF-8, and for a NUL, which
    ///   would end a path.
    package static func decode(_ text: some StringProtocol) -> String? {
        decode(bytes: text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Decodes bytes once, even if they are not UTF-8; `nil` for a `%` that is not followed by two hexadecimal digits, and for a NUL.
    package static func decode(bytes encoded: some Collection<UInt8>) -> [UInt8]? {
        let bytes = Array(encoded)
        guard bytes.indices.allSatisfy({ bytes[$0] != UInt8(ascii: "%") || byte(at: $0, in: bytes) != nil }) else {
            return nil
        }
        let decoded = decodeLeniently(bytes)
        return decoded.contains(0) ? nil : decoded
    }

    /// Decodes bytes once. A `%` that is not followed by two hexadecimal digits is left unchanged.
    package static func decodeLeniently(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let byte = byte(at: index, in: bytes) {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// Returns the text, encoding all characters except the unreserved characters of RFC 3986, section 2.3.
    package static func encode(_ text: String) -> String { encode(text, except: "-._~") }

    /// Returns the text, encoding the characters that browsers encode in the path and query of a URL.
    package static func encodePath(_ text: String) -> String { encode(text, except: "-._~!$&'()*+,;=:@/?[]|\\") }

    /// Returns the bytes of a path, encoding all bytes except slashes and the unreserved characters.
    package static func encodePath(bytes: [UInt8]) -> String { encode(bytes, except: "-._~/") }

    /// Returns true if `encoded` is one of the common spellings of `text`, as produced by browsers, by `encodeURIComponent` in JavaScript
    /// (for the whole text or between slashes), or by `quote` in Python.
    package static func isUsual(_ encoded: some StringProtocol, for text: String) -> Bool {
        [
            encodePath(text), encode(text, except: "-._~!'()*"), encode(text, except: "-._~!'()*/"),
            encode(text, except: "-._~/"),
        ].contains { $0 == String(encoded) }
    }

    private static func encode(_ text: String, except others: StaticString) -> String {
        encode(text.utf8, except: others)
    }

    private static func encode(_ bytes: some Sequence<UInt8>, except others: StaticString) -> String {
        var result = ""
        for byte in bytes {
            if byte.isASCIIAlphanumeric(or: others) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + Hexadecimal.encode([byte]).uppercased()
            }
        }
        return result
    }

    /// Returns the byte for the escape at `index`, such as `%2F`; `nil` for anything else.
    private static func byte(at index: Int, in bytes: [UInt8]) -> UInt8? {
        func digit(_ offset: Int) -> Int? { Character(Unicode.Scalar(bytes[index + offset])).hexDigitValue }
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(1), let low = digit(2) else {
            return nil
        }
        return UInt8(high << 4 | low)
    }
}
