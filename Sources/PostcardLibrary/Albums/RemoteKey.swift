import PostcardCore
import PostcardPhotos

/// The unique key of a photo: its source, and its id at that source.
package struct RemoteKey: Sendable, Hashable, Codable {
    /// The name of the source.
    package let source: String
    /// The id of the photo at its source.
    package let id: String

    init(source: String, id: String) {
        self.source = source
        self.id = id
    }

    init(_ photo: RemotePhoto) { self.init(source: photo.source, id: photo.id) }

    /// Compares bytes, because the id of a photo in a folder is its path.
    package static func == (first: RemoteKey, second: RemoteKey) -> Bool {
        first.source.hasBytes(of: second.source) && first.id.hasBytes(of: second.id)
    }

    /// Hashes the bytes, consistent with `==`.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(NameKey(source))
        hasher.combine(NameKey(id))
    }
}
