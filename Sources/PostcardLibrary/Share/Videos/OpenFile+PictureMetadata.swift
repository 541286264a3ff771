extension OpenFile {
    /// The names that precede metadata in JPEG and PNG pictures.
    private static let names = [
        "Exif\0\0", "http://ns.adobe.com/", "Photoshop 3.0\0", "eXIf", "XML:com.adobe.xmp\0", "Raw profile type ",
    ].map { ByteNeedle($0) }
    /// The maximum length of the searched data, in bytes.
    private static let maximumBytes = 64 << 20

    /// Returns true if video data starts with a JPEG or PNG picture and contains picture metadata.
    func hasPictureMetadata(in range: Range<Int>) throws(FileError) -> Bool {
        let head = try read(min(4, range.count), at: range.lowerBound)
        guard head.starts(with: [0xFF, 0xD8]) || head.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return false }
        let bytes = try read(min(range.count, Self.maximumBytes), at: range.lowerBound)
        return bytes.withBytes { bytes in Self.names.contains { $0.firstIndex(in: bytes) != nil } }
    }
}
