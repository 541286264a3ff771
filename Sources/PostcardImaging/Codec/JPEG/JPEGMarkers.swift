/// The marker segments of a JPEG file up to its first scan (ISO/IEC 10918-1, annex B).
struct JPEGMarkers {
    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var precision = 8
    private(set) var componentCount = 0
    /// The start-of-frame marker, 0xC0 to 0xCF.
    private(set) var frameMarker: UInt8 = 0
    /// Least number of 8 × 8 blocks in one scan over the whole picture.
    private(set) var blockCount = 0
    /// The TIFF structure of the first APP1 segment that holds EXIF.
    private(set) var exif: Range<Int>?
    /// The packet of the first APP1 segment that holds XMP.
    private(set) var xmp: Range<Int>?
    /// Parts of the ICC profile by their number, which counts from 1 (ICC.1:2022, annex B.4).
    private var profileParts: [Int: Range<Int>] = [:]
    private var profilePartCount = 0

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
            if length < 2, marker == 0xFE || 0xE0...0xEF ~= marker {
                // As libjpeg does, a comment or application segment of impossible length is taken for one of no content.
                offset += 2
                continue
            }
            guard length >= 2 else { throw .damaged("The JPEG file has a marker segment of impossible length.") }
            let payload = offset + 2..<offset + length
            if JPEGMarkers.isFrame(marker) {
                try readFrame(reader, at: payload.lowerBound, marker: marker)
                return
            }
            if payload.upperBound <= bytes.count { note(payload, of: marker, reader) }
            offset += length
        }
        throw .damaged("The JPEG file has no picture in it.")
    }

    private mutating func note(_ payload: Range<Int>, of marker: UInt8, _ reader: ByteReader) {
        let start = payload.lowerBound
        if marker == 0xE1, exif == nil, reader.has("Exif\0\0", at: start), payload.count > 6 {
            exif = payload.dropFirst(6)
        } else if marker == 0xE1, xmp == nil, payload.count > 29,
            reader.has("http://ns.adobe.com/xap/1.0/\0", at: start)
        {
            xmp = payload.dropFirst(29)
        } else if marker == 0xE2, reader.has("ICC_PROFILE\0", at: start), payload.count > 14,
            let number = reader.byte(at: start + 12), let count = reader.byte(at: start + 13)
        {
            profileParts[number] = payload.dropFirst(14)
            profilePartCount = count
        }
    }

    /// The embedded ICC profile; `nil` when there is none or a part of it is missing.
    func profile(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard profilePartCount > 0 else { return nil }
        var profile: [UInt8] = []
        for number in 1...profilePartCount {
            guard let part = profileParts[number] else { return nil }
            profile += bytes[part]
        }
        return profile
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
        countBlocks(reader, at: offset + 6)
    }

    private mutating func countBlocks(_ reader: ByteReader, at offset: Int) {
        let factors = (0..<componentCount).compactMap { reader.byte(at: offset + 3 * $0 + 1) }
        let widest = max(1, factors.map { $0 >> 4 }.max() ?? 1)
        let highest = max(1, factors.map { $0 & 15 }.max() ?? 1)
        for factor in factors {
            let columns = (size.width * max(1, factor >> 4) / widest + 7) / 8
            let rows = (size.height * max(1, factor & 15) / highest + 7) / 8
            blockCount += columns * rows
        }
    }
}
