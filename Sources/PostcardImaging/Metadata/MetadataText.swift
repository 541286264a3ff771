/// Text as it is taken from files.
enum MetadataText {
    /// EXIF readers expect no more, and nobody's name is longer.
    static let mostBytes = 4095

    /// What stands before the first NUL, without blanks around it and at most `mostBytes` long; `nil` when nothing is left.
    static func cleaned(_ bytes: some Collection<UInt8>) -> String? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
        let text = String(decoding: bytes.prefix { $0 != 0 }.drop(while: isBlank).prefix(mostBytes), as: UTF8.self)
        // Bytes that are not UTF-8 have become three each.
        var utf8 = Substring(text).utf8
        if utf8.count > mostBytes {
            var end = utf8.index(utf8.startIndex, offsetBy: mostBytes)
            while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
            utf8 = utf8[..<end]
        }
        while let last = utf8.last, isBlank(last) { utf8 = utf8.dropLast() }
        return utf8.isEmpty ? nil : String(Substring(utf8))
    }
}
