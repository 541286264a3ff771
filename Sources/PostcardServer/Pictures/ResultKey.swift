import PostcardImaging
import PostcardLibrary

/// The key of a result: the content of their sources, what is done to them, the format and the renderer.
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

/// Lists of versions in fields of the header, where `*` means any.
enum EntityTags {
    /// `If-None-Match`, RFC 9110 section 13.1.2, by weak comparison.
    static func matches(_ field: String?, _ tag: String) -> Bool {
        contains(field ?? "") { ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == tag }
    }

    /// `If-Match`, RFC 9110 section 13.1.1, by strong comparison: what is only alike may not be changed. `field` is all
    /// of the field; there is a version, so `*` matches.
    static func matchesStrongly(_ field: String, _ tag: String) -> Bool { contains(field) { $0 == tag } }

    /// What the tag of a compressed response ends in: other bytes of the same version, RFC 9110 section 8.8.3.3.
    static let gzipSuffix = "-gzip\""

    /// The tag of a response when it is compressed.
    static func gzip(_ tag: String) -> String { tag.dropLast() + gzipSuffix }

    /// The tag of the version that a compressed response was; `nil` for another tag.
    private static func plain(_ tag: Substring) -> String? {
        tag.hasSuffix(gzipSuffix) ? tag.dropLast(gzipSuffix.count) + "\"" : nil
    }

    private static func contains(_ field: String, _ isMeant: (Substring) -> Bool) -> Bool {
        field.split(separator: ",").contains { entry in
            let entry = entry.trimmingSpaces()
            return entry == "*" || isMeant(entry) || plain(entry).map { isMeant($0[...]) } ?? false
        }
    }
}
