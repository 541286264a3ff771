/// Cleans and decodes text in metadata.
enum MetadataText {
    /// The maximum length of text in bytes. EXIF readers do not expect longer text.
    static let maximumBytes = 4095

    /// Returns the text before the first NUL, trimmed and at most `maximumBytes` long; `nil` if nothing is left.
    static func cleaned(_ bytes: some Collection<UInt8>) -> String? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
        let text = decoded(Array(bytes.prefix { $0 != 0 }.drop(while: isBlank).prefix(maximumBytes)))
        // Bytes that were not UTF-8 have become two or three bytes each.
        var utf8 = Substring(text).utf8
        if utf8.count > maximumBytes {
            var end = utf8.index(utf8.startIndex, offsetBy: maximumBytes)
            while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
            utf8 = utf8[..<end]
        }
        while let last = utf8.last, isBlank(last) { utf8 = utf8.dropLast() }
        return utf8.isEmpty ? nil : String(Substring(utf8))
    }

    /// Decodes UTF-8, or else Windows-1252, which some programs write contrary to the standard.
    private static func decoded(_ bytes: [UInt8]) -> String {
        // The last character might have been cut off by a limit.
        let start = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
        let isCut = bytes.count == maximumBytes && start < bytes.endIndex && bytes[start] >= 0xC0
        if let text = String(validating: isCut ? bytes[..<start] : bytes[...], as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar(windows1252[Int($0)]) ?? "?" }))
    }

    /// The code points of Windows-1252 in the WHATWG Encoding Standard.
    private static let windows1252: [UInt32] = {
        var points = (0..<256).map { UInt32($0) }
        let special: [UInt32] = [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
            0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
            0x0153, 0x9D, 0x017E, 0x0178,
        ]
        points.replaceSubrange(0x80..<0xA0, with: special)
        return points
    }()
}
