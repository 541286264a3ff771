extension CreditEmbedder {
    /// GIF: an application extension before the end (GIF89a, XMP specification part 3).
    static func gif(_ packet: CreditPacket, _ bytes: [UInt8]) -> [UInt8]? {
        let name = Array("XMP DataXMP".utf8)
        let isFree = bytes.withUnsafeBytes { ByteNeedle(name).firstIndex(in: $0) == nil }
        // What follows the trailer does not belong to the picture.
        guard isFree, bytes.count > 13, bytes.last == 0x3B else { return nil }
        // Whoever takes the text for blocks with their lengths is led to its end from wherever it comes out.
        let slide = [0x01] + (0...255).reversed().map { UInt8($0) } + [0x00]
        // There are no extensions in GIF87a, which has no other difference.
        return Array("GIF89a".utf8) + bytes[6..<bytes.count - 1] + [0x21, 0xFF, 11] + name + packet.xmp() + slide + [
            0x3B
        ]
    }
}
