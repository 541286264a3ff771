import PostcardImaging

/// Puts a credit into picture files without touching their pixels.
enum CreditEmbedder {
    /// The file with the credit; `nil` for a format, or a damaged file, that it cannot be put into.
    static func embed(_ packet: CreditPacket, in bytes: [UInt8]) -> [UInt8]? {
        if bytes.starts(with: "GIF8".utf8) { return gif(packet, bytes) }
        return XMPEmbedder.embed(in: bytes, iptc: packet.iptc) { packet.xmp(adding: $0) }
    }
}
