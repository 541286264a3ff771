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
