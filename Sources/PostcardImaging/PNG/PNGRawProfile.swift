/// EXIF as hexadecimal text, which ImageMagick wrote before PNG had a chunk for EXIF.
struct PNGRawProfile {
    /// The TIFF structure.
    let exif: [UInt8]

    private static let keywords: [StaticString] = ["Raw profile type exif\0", "Raw profile type APP1\0"]

    /// The maximum length of the text in bytes. EXIF in JPEG takes at most 64 KiB, which becomes this many digits and line breaks.
    private static let maximumTextBytes = 160 << 10

    /// True if the `tEXt` or `zTXt` chunk at `offset` has a keyword for EXIF.
    static func isNamed(_ reader: ByteReader, at offset: Int) -> Bool {
        keywords.contains { reader.has($0, at: offset + 8) }
    }

    /// Reads a profile; `nil` for other kinds of text, and for broken text. `offset` is the offset of a `tEXt` or `zTXt` chunk.
    init?(_ reader: ByteReader, at offset: Int) {
        guard let length = reader.uint32(at: offset), length <= Self.maximumTextBytes,
            Self.isNamed(reader, at: offset), let text = PNGText(reader, at: offset)?.bytes,
            text.count <= Self.maximumTextBytes
        else { return nil }
        // The text consists of a line with the name, a line with the number of bytes, and the digits.
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: true)
        guard lines.count > 2 else { return nil }
        let digits = lines[2].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        let prefix = Array("Exif\0\0".utf8)
        exif = bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
        guard !exif.isEmpty else { return nil }
    }
}
