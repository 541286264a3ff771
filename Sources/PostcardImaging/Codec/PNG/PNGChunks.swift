/// The chunks of a PNG file before its image data (W3C PNG, section 5).
struct PNGChunks {
    private(set) var header: ImageHeader
    /// Whether the colour type has alpha or a tRNS chunk gives some colours one.
    private(set) var hasAlpha: Bool

    init(of bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let reader = ByteReader(bytes)
        guard reader.has("IHDR", at: 12), let width = reader.uint32(at: 16), let height = reader.uint32(at: 20),
            bytes.count >= 33
        else { throw .truncated("The PNG file ends after \(bytes.count) bytes, before its picture begins.") }
        guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
            throw .damaged("The PNG file says that its picture is \(width) × \(height) pixels.")
        }
        var metadata = Metadata()
        hasAlpha = bytes[25] & 4 != 0
        var offset = 33
        while let length = reader.uint32(at: offset), !reader.has("IDAT", at: offset + 4) {
            if reader.has("eXIf", at: offset + 4), let exif = reader.slice(at: offset + 8, count: length) {
                metadata = Metadata(exif: exif)
            } else if reader.has("tRNS", at: offset + 4) {
                hasAlpha = true
            }
            offset += 12 + length
        }
        header = ImageHeader(format: .png, storedSize: PixelSize(width: width, height: height), metadata: metadata)
    }
}
