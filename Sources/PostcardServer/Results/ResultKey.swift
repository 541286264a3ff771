import PostcardImaging
import PostcardLibrary

/// The cache key of a result: a hash of the sources' hashes, the operations, the format and the renderer's version.
struct ResultKey: Sendable, Hashable {
    let name: BlobHash
    /// The strong entity tag (RFC 9110), including its quotes.
    var entityTag: String { "\"\(name.description.prefix(32))\"" }

    init(sources: [BlobHash], operations: String, format: ImageFormat) {
        let fields = [RendererVersion.current, format.rawValue, operations] + sources.map(\.description)
        name = BlobHash(of: Array(keyText(of: fields).utf8))
    }
}
