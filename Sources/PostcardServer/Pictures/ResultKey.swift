internal import PostcardImaging
internal import PostcardLibrary

/// What tells results apart: the content of their sources, what is done to them, the format and the renderer.
struct ResultKey: Sendable, Hashable {
    let name: CacheName
    /// A strong ETag of RFC 9110, with its quotes.
    let entityTag: String

    init(sources: [BlobHash], operations: String, format: ImageFormat) {
        var text = ""
        // Lengths keep neighbouring fields apart.
        for field in [RendererVersion.current, format.rawValue, operations] + sources.map(\.description) {
            text += "\(field.utf8.count):\(field)"
        }
        let hash = BlobHash(of: Array(text.utf8))
        name = CacheName(hash)
        entityTag = "\"\(hash.description.prefix(32))\""
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
