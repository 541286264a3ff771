/// The marker segments of a JPEG file up to its first scan (ISO/IEC 10918-1, annex B).
struct JPEGMarkers {
    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var precision = 8
    private(set) var componentCount = 0
    /// The start-of-frame marker, 0xC0 to 0xCF.
    private(set) var frameMarker: UInt8 = 0
    /// The TIFF structure of the first APP1 segment that holds EXIF.
    private(set) var exif: Range<Int>?

    init(of bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let reader = ByteReader(bytes)
        var offset = 2
        while true {
            guard let marker = JPEGMarkers.marker(in: bytes, at: &offset) else {
                throw .truncated("The JPEG file ends after \(bytes.count) bytes, before its picture begins.")
            }
            if marker == 0xD9 || marker == 0xDA { break }
            if marker == 0x01 || 0xD0...0xD7 ~= marker { continue }
            guard let length = reader.uint16(at: offset) else {
                throw .truncated("The JPEG file ends after \(bytes.count) bytes, before its picture begins.")
            }
            guard length >= 2 else { throw .damaged("The JPEG file has a marker segment of impossible length.") }
            let payload = offset + 2..<offset + length
            if JPEGMarkers.isFrame(marker) {
                try readFrame(reader, at: payload.lowerBound, marker: marker)
                return
            }
            let isExif = marker == 0xE1 && reader.has("Exif\0\0", at: payload.lowerBound)
            if isExif && exif == nil && payload.count > 6 && payload.upperBound <= bytes.count {
                exif = payload.dropFirst(6)
            }
            offset += length
        }
        throw .damaged("The JPEG file has no picture in it.")
    }

    /// Steps over fill bytes to the next marker; `offset` is then behind it.
    private static func marker(in bytes: UnsafeRawBufferPointer, at offset: inout Int) -> UInt8? {
        while offset < bytes.count, bytes[offset] != 0xFF { offset += 1 }
        while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
        guard offset < bytes.count else { return nil }
        offset += 1
        return bytes[offset - 1]
    }

    private static func isFrame(_ marker: UInt8) -> Bool {
        0xC0...0xCF ~= marker && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    private mutating func readFrame(_ reader: ByteReader, at offset: Int, marker: UInt8) throws(ImageError) {
        guard
            let precision = reader.byte(at: offset), let height = reader.uint16(at: offset + 1),
            let width = reader.uint16(at: offset + 3), let components = reader.byte(at: offset + 5)
        else { throw .truncated("The JPEG file ends after \(reader.count) bytes, before its picture begins.") }
        guard width > 0, height > 0, components > 0 else {
            throw .damaged("The JPEG file says that its picture has no pixels.")
        }
        self.precision = precision
        size = PixelSize(width: width, height: height)
        componentCount = components
        frameMarker = marker
    }

    func header(of bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageHeader {
        let metadata = exif.map { Metadata(exif: UnsafeRawBufferPointer(rebasing: bytes[$0])) } ?? Metadata()
        return ImageHeader(format: .jpeg, storedSize: size, metadata: metadata)
    }
}
