import HTTPTypes
import NIOCore
import PostcardCore

/// A cache of small responses with pictures. A response is used until its sources change.
///
/// The event loop sends cached responses without using tasks or files, which is much faster. At most once per second, the sources of a
/// response are checked before it is sent.
final class ResponseCache: Sendable {
    /// The cache key of a response: everything that the response depends on, except its sources.
    struct Key: Sendable, Hashable {
        /// The path and query, as received.
        let target: NameKey
        let accept: NameKey

        /// - Returns: `nil` if the headers are longer than those that real clients send.
        init?(target: String, accept: String) {
            guard target.utf8.count + accept.utf8.count <= 2_048 else { return nil }
            self.target = NameKey(target)
            self.accept = NameKey(accept)
        }
    }

    /// A response, with everything needed to send it again.
    struct Entry: Sendable {
        let sources: [SourcePictures.Stamp]
        /// The headers that describe the picture.
        let fields: HTTPFields
        let entityTag: String
        let route: String
        /// The path of the operation in the API description.
        let template: String
        /// The name of the key that signed the URL; `nil` if there is none.
        let signer: String?
        /// Returns true if the key that signed the URL is still valid.
        let isPermitted: @Sendable () -> Bool
        let bytes: ByteBuffer
        /// The time of the last check of the sources.
        let checked: Reloadable<ContinuousClock.Instant>

        /// The approximate size in bytes.
        var size: Int { bytes.readableBytes + 4_096 }
    }

    /// The maximum size in bytes of the whole cache, and of the picture in one response.
    private static let limit = 32 << 20
    static let pictureLimit = 256 << 10
    /// The time for which a response is sent without checking its sources.
    static let checkInterval = Duration.seconds(1)
    /// The time limit for the check; after that time, the sources are treated as unchanged.
    static let checkLimit = Duration.milliseconds(100)
    private let entries = LRUCache<Key, Entry>(byteLimit: limit)

    func entry(for key: Key) -> Entry? { entries.value(for: key) }

    /// Stores a response unless it is too large.
    func store(_ entry: Entry, for key: Key) {
        guard entry.bytes.readableBytes <= Self.pictureLimit else { return }
        entries.insert(entry, bytes: entry.size, for: key)
    }

    func forget(_ key: Key) { entries.remove(key) }
}
