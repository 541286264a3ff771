import PostcardImaging

/// A valid JPEG file around a generated block.
enum Carrier {
    static let picture: Image = {
        guard let image = try? Image(size: .square(16), fill: Color(red: 200, green: 90, blue: 20)) else {
            fatalError("no memory for a picture")
        }
        return image
    }()

    private static let file: [UInt8] = {
        guard let bytes = try? picture.encoded(as: .jpeg()) else { fatalError("no memory for a file") }
        return bytes
    }()

    /// The longest payload of a marker segment.
    private static let mostBytes = 65_533

    private static func jpeg(marker: UInt8, _ name: [UInt8], _ block: [UInt8]) -> [UInt8] {
        let payload = name + block.prefix(mostBytes - name.count)
        let length = payload.count + 2
        let segment = [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
        return Array(file[..<2]) + segment + Array(file[2...])
    }

    static func jpeg(exif: [UInt8]) -> [UInt8] { jpeg(marker: 0xE1, Array("Exif\0\0".utf8), exif) }
    static func jpeg(xmp: [UInt8]) -> [UInt8] { jpeg(marker: 0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8), xmp) }
    static func jpeg(profile: [UInt8]) -> [UInt8] { jpeg(marker: 0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8), profile) }
}
