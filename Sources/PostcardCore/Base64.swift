/// Base64 (RFC 4648), which writes bytes as text with six bits per character.
package struct Base64: Sendable {
    /// The alphabet with `+` and `/`, and padding (section 4).
    package static let standard = Base64(lastDigits: "+/", isPadded: true)
    /// The alphabet for URLs and file names, with `-` and `_` (section 5). Encoding adds no padding; decoding accepts it. Unused bits of
    /// the last digit must be 0, so that the same bytes always have the same digits.
    package static let urlSafe = Base64(lastDigits: "-_", isPadded: false)

    private let digits: [UInt8]
    /// The value of each byte as a digit; `notADigit` for bytes that are not digits.
    private let values: [UInt8]
    private let isPadded: Bool

    private static let notADigit: UInt8 = 255
    private static let padding = UInt8(ascii: "=")

    private init(lastDigits: String, isPadded: Bool) {
        digits = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + lastDigits).utf8)
        var values = [UInt8](repeating: Self.notADigit, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        self.values = values
        self.isPadded = isPadded
    }

    /// Returns the encoded text.
    package func encode(_ bytes: [UInt8]) -> String {
        let (whole, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
        let capacity = (whole + (rest > 0 ? 1 : 0)) * 4
        return String(unsafeUninitializedCapacity: capacity) { text in
            var count = 0
            for group in 0..<whole {
                let bits = Int(bytes[3 * group]) << 16 | Int(bytes[3 * group + 1]) << 8 | Int(bytes[3 * group + 2])
                for shift in [18, 12, 6, 0] {
                    text[count] = digits[bits >> shift & 63]
                    count += 1
                }
            }
            guard rest > 0 else { return count }
            let bits = Int(bytes[3 * whole]) << 16 | (rest > 1 ? Int(bytes[3 * whole + 1]) << 8 : 0)
            for place in 0..<4 where place <= rest || isPadded {
                text[count] = place <= rest ? digits[bits >> (18 - 6 * place) & 63] : Self.padding
                count += 1
            }
            return count
        }
    }

    /// Returns the decoded bytes; `nil` for other characters and, in the standard alphabet, for a length that is not a multiple of four.
    package func decode(_ text: some StringProtocol) -> [UInt8]? {
        var text = String(text)
        return text.withUTF8 { decode($0) }
    }

    /// Returns a `data:` URL that contains the bytes (RFC 2397).
    package static func dataURL(_ bytes: [UInt8], mediaType: String) -> String {
        "data:\(mediaType);base64,\(standard.encode(bytes))"
    }

    private func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var digitCount = text.count
        while digitCount > 0, text[digitCount - 1] == Self.padding { digitCount -= 1 }
        if isPadded || digitCount < text.count {
            guard text.count.isMultiple(of: 4), text.count - digitCount <= 2 else { return nil }
        }
        guard isPadded || digitCount % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digitCount * 3 / 4)
        var (bits, bitCount) = (0, 0)
        for index in 0..<digitCount {
            let value = values[Int(text[index])]
            guard value != Self.notADigit else { return nil }
            bits = (bits << 6 | Int(value)) & 0xFFFF
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        }
        let rest = bits & ((1 << bitCount) - 1)
        return isPadded || rest == 0 ? bytes : nil
    }
}

// MARK: - Hexadecimal

extension UInt8 {
    /// True if the byte is a digit from `0` to `9`.
    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// True if the byte is a letter from `A` to `Z` or `a` to `z`.
    package var isASCIILetter: Bool { (0x41...0x5A).contains(self & 0xDF) }

    /// Returns true if the byte is an ASCII letter, a digit or one of `others`.
    package func isASCIIAlphanumeric(or others: StaticString = "") -> Bool {
        isASCIILetter || isASCIIDigit || others.withUTF8Buffer { $0.contains(self) }
    }
}

extension BinaryInteger {
    /// Returns the digits of a number, padded with leading zeros to `count` digits.
    package func padded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
