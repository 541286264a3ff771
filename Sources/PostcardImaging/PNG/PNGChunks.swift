import CPostcardShims

/// The chunks of a PNG file from its first data to its end, when nothing about them is out of the ordinary.
struct PNGChunks {
    /// The ranges of the compressed data in the file.
    let data: [Range<Int>]

    /// Finds the data from the first `IDAT` chunk, at `offset`, on; `nil` when the file is cut short, a check sum is
    /// wrong, or a chunk that is neither data nor ancillary occurs: libpng has the last word on these.
    init?(in bytes: UnsafeRawBufferPointer, at offset: Int) {
        let reader = ByteReader(bytes)
        var data: [Range<Int>] = []
        var offset = offset
        var isDataOver = false
        while let length = reader.uint32(at: offset), let checksum = reader.uint32(at: offset + 8 + length) {
            guard Self.checksum(of: bytes, from: offset + 4, count: 4 + length) == checksum else { return nil }
            if reader.has("IDAT", at: offset + 4) {
                guard !isDataOver else { return nil }
                data.append(offset + 8..<offset + 8 + length)
            } else if reader.has("IEND", at: offset + 4) {
                self.data = data
                return
            } else if bytes[offset + 4] & 0x20 == 0 {
                return nil
            } else {
                isDataOver = true
            }
            offset += 12 + length
        }
        return nil
    }

    private static func checksum(of bytes: UnsafeRawBufferPointer, from offset: Int, count: Int) -> Int {
        bytes.baseAddress.map { start in
            Int(postcard_crc32((start + offset).assumingMemoryBound(to: UInt8.self), count))
        } ?? 0
    }
}

/// EXIF as ImageMagick wrote it before PNG had a chunk for it: in hexadecimal digits, as a text.
struct PNGRawProfile {
    /// The TIFF structure.
    let exif: [UInt8]

    private static let keywords: [StaticString] = ["Raw profile type exif\0", "Raw profile type APP1\0"]

    /// EXIF in JPEG has no more than 64 KiB, which is this many digits and lines.
    private static let maximumTextBytes = 160 << 10

    /// `true` if the chunk at `offset`, a `tEXt` or `zTXt` chunk, is said to be EXIF.
    static func isNamed(_ reader: ByteReader, at offset: Int) -> Bool {
        keywords.contains { reader.has($0, at: offset + 8) }
    }

    /// `nil` for texts of other kinds, and for broken ones. `offset` is that of a `tEXt` or `zTXt` chunk.
    init?(_ reader: ByteReader, at offset: Int) {
        guard let length = reader.uint32(at: offset), length <= Self.maximumTextBytes,
            let keyword = Self.keywords.first(where: { reader.has($0, at: offset + 8) }),
            let rest = reader.slice(
                at: offset + 8 + keyword.utf8CodeUnitCount, count: length - keyword.utf8CodeUnitCount)
        else { return nil }
        let text = reader.has("zTXt", at: offset + 4) ? PNGRawProfile.inflated(rest) : Array(rest)
        // A line of its own for the name and for the count of bytes, then the digits.
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: true)
        guard lines.count > 2 else { return nil }
        let digits = lines[2].compactMap(Self.digit)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        let prefix = Array("Exif\0\0".utf8)
        exif = bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
        guard !exif.isEmpty else { return nil }
    }

    /// The value of a hexadecimal digit; `nil` for other characters.
    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Behind the byte of a `zTXt` chunk that says how it is compressed.
    private static func inflated(_ part: UnsafeRawBufferPointer) -> [UInt8] {
        guard part.count > 1, part[0] == 0, let start = part.baseAddress, let inflater = postcard_inflater_create()
        else {
            return []
        }
        defer { postcard_inflater_destroy(inflater) }
        return [UInt8](unsafeUninitializedCapacity: maximumTextBytes) { buffer, count in
            let result = postcard_inflater_run(
                inflater, (start + 1).assumingMemoryBound(to: UInt8.self), part.count - 1, buffer.baseAddress,
                maximumTextBytes)
            count = result.is_over ? result.written : 0
        }
    }
}
