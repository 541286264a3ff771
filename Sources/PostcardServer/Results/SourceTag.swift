import PostcardLibrary

/// The cache tag of a source: the first 16 digits of the SHA-256 of its name. With it, all results of a source can be removed from caches
/// and from the shared store.
struct SourceTag: Sendable, CustomStringConvertible {
    let description: String

    init(_ name: String) { description = String(BlobHash(of: Array(name.utf8)).description.prefix(16)) }
}
