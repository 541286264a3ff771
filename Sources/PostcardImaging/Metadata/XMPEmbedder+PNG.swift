import PostcardCore

extension XMPEmbedder {
    /// PNG: a text chunk before the pixels (W3C PNG third edition, XMP specification part 3).
    static func png(_ bytes: [UInt8], _ xmp: (String?) -> [UInt8]) -> [UInt8]? {
        let keyword = Array("XML:com.adobe.xmp\0".utf8)
        // Signature, then IHDR, which is 25 bytes long.
        guard bytes.count > 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        var result = Array(bytes[..<33])
        var rest: [UInt8] = []
        var stored: String?
        var position = 33
        while position + 12 <= bytes.count {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - position - 12 else { return nil }
            let next = position + 12 + length
            let content = bytes[(position + 8)..<(next - 4)]
            if bytes[(position + 4)..<(position + 8)].elementsEqual("iTXt".utf8),
                content.starts(with: keyword)
            {
                // Two bytes for compression, two empty texts.
                guard content.count > keyword.count + 4, content[content.startIndex + keyword.count] == 0
                else {
                    return nil
                }
                stored = String(validating: content.dropFirst(keyword.count + 4), as: UTF8.self)
            } else {
                rest += bytes[position..<next]
            }
            position = next
        }
        let chunk = Array("iTXt".utf8) + keyword + [0, 0, 0, 0] + xmp(stored)
        let length = chunk.count - 4
        let checksum = chunk.withUnsafeBytes { CRC32.checksum(of: $0) }
        result += (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + chunk
        result += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32($0))) }
        return result + rest + bytes[position...]
    }
}
