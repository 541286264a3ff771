import PostcardLibrary

/// The cache tag of a source: the first 16 hexadecimal digits of the SHA-256 of the source's name. The tag is used to remove all results of
/// a source from caches and from the shared store.
struct SourceTag: Sendable, CustomStringConvertible {
    let description: String

    init(_ name: String) { description = String(BlobHash(of: Array(name.utf8)).description.prefix(16)) }
}
