import PostcardCore
import PostcardCrypto

/// The entity tags of responses, and their comparison with the `If-Match` and `If-None-Match` headers. `*` matches any tag.
enum EntityTags {
    /// Returns the strong tag of a body, RFC 9110 section 8.8.3, including the quotes.
    static func tag(of body: some Sequence<UInt8>) -> String {
        "\"\(Base64.urlSafe.encode(Array(SHA256.hash(data: body).prefix(16))))\""
    }

    /// Returns true if `If-None-Match` matches a tag by weak comparison, RFC 9110 section 13.1.2.
    static func matches(_ field: String?, _ tag: String) -> Bool {
        contains(field ?? "") { ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == tag }
    }

    /// Returns true if the value of `If-Match` matches a tag by strong comparison, RFC 9110 section 13.1.1. The resource exists, so `*` matches.
    static func matchesStrongly(_ field: String, _ tag: String) -> Bool { contains(field) { $0 == tag } }

    /// The suffix in the tag of a compressed response. The compressed bytes differ from the uncompressed bytes, so the tags must differ
    /// too, RFC 9110 section 8.8.3.3.
    static let gzipSuffix = "-gzip\""

    /// Returns the tag of the compressed form of a response.
    static func gzip(_ tag: String) -> String { tag.dropLast() + gzipSuffix }

    /// Returns the tag of the uncompressed form of a response; `nil` if the tag does not belong to a compressed form.
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
