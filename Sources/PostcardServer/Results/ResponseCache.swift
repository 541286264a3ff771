import HTTPTypes
import NIOCore
import PostcardCore

/// A cache of small responses with pictures, which are valid while their sources are unchanged.
///
/// The event loop sends them without tasks and files, which takes a fraction of the time. Once a second, the sources are looked at first.
final class ResponseCache: Sendable {
    /// The cache key of a response: all that it depends on but its sources.
    struct Key: Sendable, Hashable {
        /// The path and query, as received.
        let target: NameKey
        let accept: NameKey

        /// - Returns: `nil` for fields longer than those of real clients.
        init?(target: String, accept: String) {
            guard target.utf8.count + accept.utf8.count <= 2_048 else { return nil }
            self.target = NameKey(target)
            self.accept = NameKey(accept)
        }
    }

    /// A response, with all that is needed to send it again.
    struct Entry: Sendable {
        let sources: [SourcePictures.Stamp]
        /// The header fields about the picture.
        let fields: HTTPFields
        let entityTag: String
        let route: String
        /// The path of the operation in the API description.
        let template: String
        /// The name of the key that signed the address; `nil` for none.
        let signer: String?
        /// Returns true while that key is valid.
        let isPermitted: @Sendable () -> Bool
        let bytes: ByteBuffer
        /// The time of the last look at the sources.
        let checked: Reloadable<ContinuousClock.Instant>

        /// The approximate size in bytes.
        var size: Int { bytes.readableBytes + 4_096 }
    }

    /// The largest sizes in bytes: of the whole cache, and of the picture in one response.
    private static let limit = 32 << 20
    static let pictureLimit = 256 << 10
    /// The time for which a response is sent without looking at its sources.
    static let checkInterval = Duration.seconds(1)
    /// The longest time of the look at the sources; after that, they count as unchanged.
    static let checkLimit = Duration.milliseconds(100)
    private let entries = LRUCache<Key, Entry>(byteLimit: limit)

    func entry(for key: Key) -> Entry? { entries.value(for: key) }

    /// Keeps a response unless it is too large.
    func keep(_ entry: Entry, for key: Key) {
        guard entry.bytes.readableBytes <= Self.pictureLimit else { return }
        entries.insert(entry, bytes: entry.size, for: key)
    }

    func forget(_ key: Key) { entries.remove(key) }
}
