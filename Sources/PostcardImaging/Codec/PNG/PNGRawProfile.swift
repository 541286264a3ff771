import CPostcardShims

/// EXIF as ImageMagick wrote it before PNG had a chunk for it: in hexadecimal digits, as a text.
struct PNGRawProfile {
    /// The TIFF structure.
    let exif: [UInt8]

    /// EXIF in JPEG has no more than 64 KiB, which is this many digits and lines.
    private static let maximumTextBytes = 160 << 10

    /// `nil` for texts of other kinds, and for broken ones. `offset` is that of a `tEXt` or `zTXt` chunk.
    init?(_ reader: ByteReader, at offset: Int) {
        let keywords: [StaticString] = ["Raw profile type exif\0", "Raw profile type APP1\0"]
        guard let length = reader.uint32(at: offset), length <= Self.maximumTextBytes,
            let keyword = keywords.first(where: { reader.has($0, at: offset + 8) }),
            let rest = reader.slice(
                at: offset + 8 + keyword.utf8CodeUnitCount, count: length - keyword.utf8CodeUnitCount)
        else { return nil }
        let text = reader.has("zTXt", at: offset + 4) ? PNGRawProfile.inflated(rest) : Array(rest)
        // A line of its own for the name and for the count of bytes, then the digits.
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
        guard lines.count > 2 else { return nil }
        let digits = lines[2...].joined().compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        let prefix = Array("Exif\0\0".utf8)
        exif = bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
        guard !exif.isEmpty else { return nil }
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
