/// Copies the images and the listed extensions of a GIF file (GIF89a, CompuServe 1990) up to its end. Comments, text and XMP are dropped.
enum GIFMetadataFilter {
    /// The loop extension in two spellings, and a color profile.
    private static let applications: [StaticString] = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]
    /// The maximum length, in bytes, of the data in the loop extension: the number of repetitions and the buffer size, each with a length
    /// byte before it.
    private static let maximumLoopBytes = 16

    static func filtered(_ reader: ByteReader) -> [UInt8]? {
        guard let flags = reader.byte(at: 10), let head = reader.slice(at: 0, count: 13 + colorBytes(flags)) else {
            return nil
        }
        var copy = Array(head)
        copy.reserveCapacity(reader.count)
        var offset = copy.count
        while let kind = reader.byte(at: offset) {
            var end: Int
            var isKept = true
            switch kind {
            case 0x2C:
                guard let flags = reader.byte(at: offset + 9) else { return copy }
                // Coded pixels follow the colors and a byte with the code size.
                end = endOfBlocks(reader, from: offset + 11 + colorBytes(flags))
            case 0x21:
                end = endOfBlocks(reader, from: offset + 2)
                isKept = isNeeded(reader, offset..<end)
            case 0x3B: return copy + [0x3B]
            default: return copy
            }
            end = min(end, reader.count)
            if isKept { copy += reader.bytes[min(offset, end)..<end] }
            offset = end
        }
        return copy
    }

    private static func colorBytes(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

    private static func isNeeded(_ reader: ByteReader, _ range: Range<Int>) -> Bool {
        // Timing, transparency and disposal: four bytes.
        if reader.byte(at: range.lowerBound + 1) == 0xF9 { return range.count == 8 }
        guard reader.byte(at: range.lowerBound + 1) == 0xFF, reader.byte(at: range.lowerBound + 2) == 11,
            let name = applications.first(where: { reader.has($0, at: range.lowerBound + 3) })
        else { return false }
        return range.count - 14 <= maximumLoopBytes || "\(name)".hasPrefix("ICC")
    }

    /// Returns the offset after the empty block that ends a series of blocks.
    private static func endOfBlocks(_ reader: ByteReader, from start: Int) -> Int {
        var offset = start
        while let length = reader.byte(at: offset) {
            offset += 1 + length
            if length == 0 { break }
        }
        return offset
    }
}
