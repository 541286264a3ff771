import PostcardCore

/// A chunk of a PNG file (W3C PNG, section 5.3).
struct PNGChunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let name: String
    let content: ArraySlice<UInt8>
    /// The chunk with its length, name and check sum.
    let whole: ArraySlice<UInt8>

    /// The chunks of a file, and the end of the last one; `nil` if one ends beyond the file.
    static func all(in bytes: [UInt8]) -> (chunks: [PNGChunk], end: Int)? {
        var chunks: [PNGChunk] = []
        var position = signature.count
        while position + 12 <= bytes.count {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = position + 12 + length
            guard end <= bytes.count else { return nil }
            let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            chunks.append(
                PNGChunk(name: name, content: bytes[position + 8..<end - 4], whole: bytes[position..<end]))
            position = end
        }
        return (chunks, position)
    }
}

extension [UInt8] {
    /// Appends a chunk of a PNG file, with a wrong check sum unless it `isSound`.
    mutating func append(chunk name: String, _ content: some Collection<UInt8>, isSound: Bool = true) {
        self += [UInt8](bigEndian: content.count, count: 4)
        let start = count
        self += Array(name.utf8)
        self += content
        let checksum = Int(self[start...].withUnsafeBytes { CRC32.checksum(of: $0) })
        self += [UInt8](bigEndian: isSound ? checksum : ~checksum, count: 4)
    }
}

/// EXIF as ImageMagick wrote it before PNG had a chunk for it: in hexadecimal digits, as a text.
struct PNGRawProfile {
    /// The TIFF structure.
    let exif: [UInt8]

    private static let keywords: [StaticString] = ["Raw profile type exif\0", "Raw profile type APP1\0"]

    /// EXIF in JPEG has no more than 64 KiB, which is this many digits and lines.
    private static let maximumTextBytes = 160 << 10

    /// `true` if the keyword of the `tEXt` or `zTXt` chunk at `offset` is that of EXIF.
    static func isNamed(_ reader: ByteReader, at offset: Int) -> Bool {
        keywords.contains { reader.has($0, at: offset + 8) }
    }

    /// `nil` for texts of other kinds, and for broken ones. `offset` is that of a `tEXt` or `zTXt` chunk.
    init?(_ reader: ByteReader, at offset: Int) {
        guard let length = reader.uint32(at: offset), length <= Self.maximumTextBytes,
            Self.isNamed(reader, at: offset), let text = PNGText(reader, at: offset)?.bytes,
            text.count <= Self.maximumTextBytes
        else { return nil }
        // A line of its own for the name and for the count of bytes, then the digits.
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: true)
        guard lines.count > 2 else { return nil }
        let digits = lines[2].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        let prefix = Array("Exif\0\0".utf8)
        exif = bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
        guard !exif.isEmpty else { return nil }
    }
}
