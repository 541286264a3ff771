extension XMPEmbedder {
    /// WebP: a chunk at the end, which needs the extended form (RFC 9649, 2.7).
    static func webp(_ bytes: [UInt8], _ xmp: (String?) -> [UInt8]) -> [UInt8]? {
        var chunks: [(name: ArraySlice<UInt8>, all: ArraySlice<UInt8>)] = []
        var stored: String?
        var position = 12
        while position + 8 <= bytes.count {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[position + 4 + $1]) << (8 * $1) }
            let end = position + 8 + length + length % 2
            guard end <= bytes.count else { return nil }
            let name = bytes[position..<position + 4]
            if name.elementsEqual("XMP ".utf8) {
                stored = String(validating: bytes[position + 8..<position + 8 + length], as: UTF8.self)
            } else {
                chunks.append((name, bytes[position..<end]))
            }
            position = end
        }
        guard let first = chunks.first else { return nil }
        var content: [UInt8] = []
        if first.name.elementsEqual("VP8X".utf8), first.all.count == 18 {
            content += first.all
            content[8] |= xmpFlag
            chunks.removeFirst()
        } else if let header = extendedHeader(bytes, first.all) {
            content += header
        } else {
            return nil
        }
        for chunk in chunks { content += chunk.all }
        content += chunk("XMP ", xmp(stored))
        return Array("RIFF".utf8) + number(content.count + 4, 4) + Array("WEBP".utf8) + content
    }

    private static let xmpFlag: UInt8 = 0x04
    private static let alphaFlag: UInt8 = 0x10

    /// The chunk that the simple form lacks.
    private static func extendedHeader(_ bytes: [UInt8], _ pixels: ArraySlice<UInt8>) -> [UInt8]? {
        guard let size = try? ImageHeader(of: bytes.span.bytes).size else { return nil }
        // A lossless stream says in its header, after a signature and two sizes of 14 bits, whether it has alpha.
        let isLossless = pixels.starts(with: "VP8L".utf8)
        let hasAlpha = isLossless && pixels.count > 12 && pixels[pixels.startIndex + 12] & 0x10 != 0
        let flags = xmpFlag | (hasAlpha ? alphaFlag : 0)
        return chunk("VP8X", [flags, 0, 0, 0] + number(size.width - 1, 3) + number(size.height - 1, 3))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
