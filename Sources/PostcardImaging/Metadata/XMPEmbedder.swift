/// Adds an XMP packet to picture files without changing their pixels.
package enum XMPEmbedder {
    /// Adds a packet to a file.
    ///
    /// - Parameters:
    ///   - bytes: a JPEG, PNG, WebP or GIF file.
    ///   - iptc: a resource block with IPTC records, for a JPEG without an IPTC segment; empty by default.
    ///   - xmp: makes the new packet from the packet in the file, if any.
    /// - Returns: the file with the packet; `nil` for an unsupported format or a damaged file.
    package static func embed(
        in bytes: [UInt8], iptc: [UInt8] = [], xmp: (_ stored: String?) -> [UInt8]
    ) -> [UInt8]? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return jpeg(bytes, iptc, xmp) }
        if bytes.starts(with: PNGChunk.signature) { return png(bytes, xmp) }
        if bytes.starts(with: "GIF8".utf8) { return gif(bytes, xmp) }
        return bytes.starts(with: "RIFF".utf8) ? webp(bytes, xmp) : nil
    }

    private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// The maximum length of a packet in a JPEG: a segment has 65,535 bytes including its length and name.
    static let maximumJPEGBytes = 0xFFFF - 2 - xmpName.count
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
        // APP0 and APP1 with EXIF come first according to their standards; the new segments follow.
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

    // MARK: PNG and WebP

    /// Adds a packet to a PNG file as a text chunk before the pixels (W3C PNG third edition, XMP specification part 3).
    private static func png(_ bytes: [UInt8], _ xmp: (String?) -> [UInt8]) -> [UInt8]? {
        let keyword = Array("XML:com.adobe.xmp\0".utf8)
        guard let (chunks, end) = PNGChunk.all(in: bytes), let header = chunks.first, header.name == "IHDR" else {
            return nil
        }
        var rest: [UInt8] = []
        var stored: String?
        for chunk in chunks.dropFirst() {
            guard chunk.name == "iTXt", chunk.content.starts(with: keyword) else {
                rest += chunk.whole
                continue
            }
            // After the keyword, the chunk contains two bytes for compression and two empty strings.
            let text = chunk.content.dropFirst(keyword.count)
            guard text.count > 4, text.first == 0 else { return nil }
            stored = String(validating: text.dropFirst(4), as: UTF8.self)
        }
        var result = PNGChunk.signature + header.whole
        result.append(chunk: "iTXt", keyword + [0, 0, 0, 0] + xmp(stored))
        return result + rest + bytes[end...]
    }

    private static func webp(_ bytes: [UInt8], _ xmp: (String?) -> [UInt8]) -> [UInt8]? {
        let stored = bytes.span.bytes.withBuffer { buffer in
            (try? WebPFile(buffer))?.xmp.flatMap { String(validating: $0, as: UTF8.self) }
        }
        return try? WebPWriter.setting("XMP ", to: xmp(stored), in: bytes)
    }

    // MARK: GIF

    /// Adds a packet to a GIF file as an application extension before its end (GIF89a, XMP specification part 3).
    private static func gif(_ bytes: [UInt8], _ xmp: (String?) -> [UInt8]) -> [UInt8]? {
        // Bytes after the trailer are not part of the picture.
        guard bytes.count > 13, bytes.last == 0x3B else { return nil }
        let head = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8)
        // Some readers parse the XMP text as sub-blocks. These bytes lead such readers to the end of the extension.
        let slide = [0x01] + (0...255).reversed().map { UInt8($0) } + [0x00]
        let packet = bytes.withUnsafeBytes(GIFScanner.packet)
        var rest = bytes[6..<bytes.count - 1]
        if let packet {
            let block = packet.lowerBound - head.count..<packet.upperBound + slide.count
            rest.removeSubrange(block.clamped(to: rest.indices))
        }
        let stored = packet.flatMap { String(validating: bytes[$0], as: UTF8.self) }
        // GIF87a has no extensions, but is otherwise the same as GIF89a.
        return Array("GIF89a".utf8) + rest + head + xmp(stored) + slide + [0x3B]
    }
}
