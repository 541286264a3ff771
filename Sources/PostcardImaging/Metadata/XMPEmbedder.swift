import PostcardCore

/// Puts an XMP packet into picture files without touching their pixels.
package enum XMPEmbedder {
    /// Puts a packet into a file.
    ///
    /// - Parameters:
    ///   - bytes: a JPEG, PNG or WebP file.
    ///   - iptc: records for a JPEG that has none, with their resource block; none by default.
    ///   - xmp: makes the packet, of the one that the file has.
    /// - Returns: the file with the packet; `nil` for a format, or a damaged file, that it cannot be put into.
    package static func embed(
        in bytes: [UInt8], iptc: [UInt8] = [], xmp: (_ stored: String?) -> [UInt8]
    ) -> [UInt8]? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return jpeg(bytes, iptc, xmp) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return png(bytes, xmp)
        }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            return webp(bytes, xmp)
        }
        return nil
    }

    private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let iptcName = Array("Photoshop 3.0\0".utf8)

    // MARK: JPEG (ITU-T T.81, XMP specification part 3)

    private static func jpeg(
        _ bytes: [UInt8], _ iptc: [UInt8], _ xmp: (String?) -> [UInt8]
    ) -> [UInt8]? {
        var head: [UInt8] = [0xFF, 0xD8]
        var rest: [UInt8] = []
        var stored: String?
        var hasIPTC = false
        var position = 2
        // APP0 and APP1 with EXIF come first by their own standards; ours follow.
        while position + 4 <= bytes.count, bytes[position] == 0xFF, 0xE0...0xEF ~= bytes[position + 1] {
            let next = position + 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
            guard next <= bytes.count, next >= position + 4 else { return nil }
            let content = bytes[(position + 4)..<next]
            if bytes[position + 1] == 0xE1, content.starts(with: xmpName) {
                stored = String(validating: content.dropFirst(xmpName.count), as: UTF8.self)
            } else if bytes[position + 1] == 0xE0
                || (bytes[position + 1] == 0xE1 && content.starts(with: "Exif".utf8))
            {
                head += bytes[position..<next]
            } else {
                hasIPTC = hasIPTC || (bytes[position + 1] == 0xED && content.starts(with: iptcName))
                rest += bytes[position..<next]
            }
            position = next
        }
        guard position + 1 < bytes.count, bytes[position] == 0xFF else { return nil }
        guard let packet = segment(0xE1, xmpName + xmp(stored)),
            let records = hasIPTC || iptc.isEmpty ? [] : segment(0xED, iptcName + iptc)
        else { return nil }
        return head + packet + records + rest + bytes[position...]
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8]? {
        let length = content.count + 2
        guard length <= 0xFFFF else { return nil }
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }
}
