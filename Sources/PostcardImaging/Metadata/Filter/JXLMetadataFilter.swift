import PostcardCore

/// Copies the picture boxes of a JPEG XL file (ISO/IEC 18181-2). Compressed metadata is dropped, and so is the data for restoring an
/// original JPEG file with its metadata. A file without boxes has no metadata.
enum JXLMetadataFilter {
    private static let boxes: Set<NameKey> = ["JXL ", "ftyp", "jxll", "jxli", "jxlc", "jxlp"]

    static func filtered(_ reader: ByteReader) -> [UInt8]? {
        guard reader.has("JXL ", at: 4) else { return Array(reader.bytes) }
        var copy: [UInt8] = []
        copy.reserveCapacity(reader.count)
        for box in HEIFBoxes.boxes(reader, in: 0..<reader.count) {
            let content = reader.bytes[box.content]
            switch box.name {
            case "Exif":
                guard let start = reader.uint32(at: box.content.lowerBound), start < content.count - 4,
                    let exif = EXIFFilter.filtered(UnsafeRawBufferPointer(rebasing: content.dropFirst(4 + start)))
                else { continue }
                append(box.name, [0, 0, 0, 0] + exif, to: &copy)
            case "xml ": if let xmp = XMPFilter.filtered(content) { append(box.name, xmp, to: &copy) }
            default: if boxes.contains(box.name) { copy += reader.bytes[box.whole] }
            }
        }
        return copy
    }

    private static func append(_ name: String, _ content: [UInt8], to copy: inout [UInt8]) {
        copy += [UInt8](bigEndian: content.count + 8, count: 4) + Array(name.utf8) + content
    }
}
