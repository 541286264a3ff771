internal import Crypto
internal import PostcardImaging
internal import PostcardLibrary

/// What tells results apart: the content of their sources, what is done to them, the format and the renderer.
struct ResultKey: Sendable, Hashable {
    let name: CacheName
    /// A strong ETag of RFC 9110, with its quotes.
    let entityTag: String

    init?(sources: [BlobHash], operations: String, format: ImageFormat) {
        var hash = SHA256()
        // Lengths keep neighbouring fields apart.
        for field in [RendererVersion.current, format.rawValue, operations] + sources.map(\.description) {
            hash.update(data: Array("\(field.utf8.count):\(field)".utf8))
        }
        let digest = Array(hash.finalize())
        guard let name = CacheName(digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        else { return nil }
        self.name = name
        entityTag = "\"\(Base64URL.encode(digest.prefix(16)))\""
    }
}

/// `If-None-Match`, RFC 9110 section 13.1.2, by weak comparison.
enum EntityTags {
    static func matches(_ field: String?, _ tag: String) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { entry in
            let entry = entry.trimmingSpaces()
            return entry == "*" || (entry.hasPrefix("W/") ? entry.dropFirst(2) : entry) == tag
        }
    }
}
