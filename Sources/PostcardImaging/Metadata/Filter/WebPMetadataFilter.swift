import PostcardCore

/// Copies the listed chunks of a WebP file (RFC 9649), up to the length stated in its header.
enum WebPMetadataFilter {
    private static let pictures: Set<NameKey> = ["VP8 ", "VP8L", "ALPH"]
    private static let chunks = pictures.union(["VP8X", "ANIM", "ICCP"])
    /// The bits for EXIF and XMP in the file's flags.
    private static let (exifFlag, xmpFlag): (UInt8, UInt8) = (8, 4)
    private static let frameHeaderLength = 16

    static func filtered(_ bigEndian: ByteReader) -> [UInt8]? {
        let reader = ByteReader(bigEndian.bytes, bigEndian: false)
        guard let stated = reader.uint32(at: 4), stated >= 4 else { return nil }
        var copy = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
        copy.reserveCapacity(reader.count)
        var flags: UInt8 = 0
        let isExtended = reader.has("VP8X", at: 12)
        forEachChunk(reader, in: 12..<min(reader.count, 8 + stated)) { name, content in
            switch name {
            case "ANMF" where content.count >= frameHeaderLength:
                append(name, frame(reader, content), to: &copy)
            case "EXIF" where isExtended:
                let data = UnsafeRawBufferPointer(rebasing: reader.bytes[content])
                let start = data.starts(with: "Exif\0\0".utf8) ? 6 : 0
                guard let exif = EXIFFilter.filtered(UnsafeRawBufferPointer(rebasing: data[start...])) else { return }
                append(name, exif, to: &copy)
                flags |= exifFlag
            case "XMP " where isExtended:
                guard let xmp = XMPFilter.filtered(reader.bytes[content]) else { return }
                append(name, xmp, to: &copy)
                flags |= xmpFlag
            default: if chunks.contains(name) { append(name, reader.bytes[content], to: &copy) }
            }
        }
        if isExtended, copy.count > 20 { copy[20] = copy[20] & ~(exifFlag | xmpFlag) | flags }
        copy.replaceSubrange(4..<8, with: [UInt8](littleEndian: copy.count - 8, count: 4))
        return copy
    }

    private static func frame(_ reader: ByteReader, _ range: Range<Int>) -> [UInt8] {
        var frame = Array(reader.bytes[range.prefix(frameHeaderLength)])
        forEachChunk(reader, in: range.dropFirst(frameHeaderLength)) { name, content in
            if pictures.contains(name) { append(name, reader.bytes[content], to: &frame) }
        }
        return frame
    }

    /// Calls `body` with each chunk. A truncated chunk contains the bytes that are in the file.
    private static func forEachChunk(
        _ reader: ByteReader, in range: Range<Int>, _ body: (_ name: String, _ content: Range<Int>) -> Void
    ) {
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, let name = reader.slice(at: offset, count: 4),
            let length = reader.uint32(at: offset + 4)
        {
            let end = min(range.upperBound, offset + 8 + length)
            body(String(decoding: name, as: UTF8.self), offset + 8..<end)
            offset = end + length & 1
        }
    }

    private static func append(_ name: String, _ content: some Collection<UInt8>, to copy: inout [UInt8]) {
        copy += Array(name.utf8) + [UInt8](littleEndian: content.count, count: 4)
        copy += content
        if !content.count.isMultiple(of: 2) { copy.append(0) }
    }
}
