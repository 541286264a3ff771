extension UInt8 {
    /// `true` for `0` to `9`.
    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// `true` for `A` to `Z` and `a` to `z`.
    package var isASCIILetter: Bool { (0x41...0x5A).contains(self & 0xDF) }

    /// `true` for letters, digits, and the characters of `others`.
    package func isASCIIAlphanumeric(or others: StaticString = "") -> Bool {
        isASCIILetter || isASCIIDigit || others.withUTF8Buffer { $0.contains(self) }
    }
}

extension BinaryInteger {
    /// The digits of a number, with zeros before them where they are fewer than `count`.
    package func padded(to count: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
