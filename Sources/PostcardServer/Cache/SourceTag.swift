import PostcardLibrary

/// A short name for a picture that others are made of, by which all of them can be removed from caches and from the store of results: the
/// first 16 digits of the SHA-256 of its name in addresses.
struct SourceTag: Sendable, CustomStringConvertible {
    let description: String

    init(_ name: String) { description = String(BlobHash(of: Array(name.utf8)).description.prefix(16)) }
}
