/// The header of a WBMP file of type 0 (WAP-237, "Wireless Application Environment: WBMP").
struct WBMPHeader {
    let size: PixelSize
    /// The length of the whole file.
    let byteCount: Int

    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        guard reader.byte(at: 0) == 0, reader.byte(at: 1) == 0 else { return nil }
        var offset = 2
        /// Seven bits a byte; the eighth says that another follows.
        func number() -> Int? {
            var value = 0
            for _ in 0..<3 {
                guard let byte = reader.byte(at: offset) else { return nil }
                offset += 1
                value = value << 7 | byte & 127
                if byte & 128 == 0 { return value }
            }
            return nil
        }
        guard let width = number(), let height = number(), width > 0, height > 0 else { return nil }
        size = PixelSize(width: width, height: height)
        byteCount = offset + (width + 7) / 8 * height
    }
}

/// The two definitions that an XBM file begins with ("X Window System", X.Org: bitmap file format).
struct XBMHeader {
    let size: PixelSize
    /// Characters that its bytes need at least, as in `0x0,`.
    let minimumBytes: Int

    /// The definitions are in the first so many bytes.
    private static let headLength = 512

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard ByteReader(bytes).has("#define ", at: 0) else { return nil }
        let head = bytes.prefix(Self.headLength).split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        guard head.count >= 2, let width = Self.value(head[0], "_width"), let height = Self.value(head[1], "_height")
        else { return nil }
        size = PixelSize(width: width, height: height)
        minimumBytes = (width + 7) / 8 * height * 4
    }

    /// The number of `#define NAME_width NUMBER`.
    private static func value(_ line: Slice<UnsafeRawBufferPointer>, _ ending: String) -> Int? {
        let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard words.count == 3, words[0] == "#define", words[1].hasSuffix(ending), let value = Int(words[2]),
            1...0xFFFF ~= value
        else { return nil }
        return value
    }
}
