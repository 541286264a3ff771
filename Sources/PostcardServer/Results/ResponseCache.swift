import HTTPTypes
import NIOCore
import Synchronization

/// Responses with pictures that may be sent again for as long as their sources stay the same.
///
/// They spare popular pictures the way through tasks and files, which takes several times as long.
final class ResponseCache: Sendable {
    /// Everything that a response depends on but its sources.
    struct Key: Sendable, Hashable {
        /// Path and query as they came.
        let target: String
        let accept: String

        /// - Returns: `nil` for what is longer than real clients have it.
        init?(target: String, accept: String) {
            guard target.utf8.count + accept.utf8.count <= 2_048 else { return nil }
            self.target = target
            self.accept = accept
        }
    }

    struct Entry: Sendable {
        let sources: [SourcePictures.Stamp]
        /// The fields that tell of the picture.
        let fields: HTTPFields
        let entityTag: String
        let route: String
        /// The path in the description.
        let template: String
        /// The name of the key that signed the address.
        let signer: String?
        /// Tells whether that key signs still.
        let isPermitted: @Sendable () -> Bool
        let bytes: ByteBuffer

        /// Bytes that it takes, about.
        var size: Int { bytes.readableBytes + 4_096 }
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var byteCount = 0
    }

    /// Bytes of all pictures, and of one.
    private static let limit = 32 << 20
    static let pictureLimit = 256 << 10
    private let state = Mutex(State())

    func entry(for key: Key) -> Entry? { state.withLock { $0.entries[key] } }

    /// Keeps a response that is not too large; begins anew when there are too many.
    func keep(_ entry: Entry, for key: Key) {
        guard entry.bytes.readableBytes <= Self.pictureLimit else { return }
        state.withLock { state in
            if state.byteCount + entry.size > Self.limit { state = State() }
            let old = state.entries.updateValue(entry, forKey: key)
            state.byteCount += entry.size - (old?.size ?? 0)
        }
    }

    func forget(_ key: Key) {
        state.withLock { state in
            state.byteCount -= state.entries.removeValue(forKey: key)?.size ?? 0
        }
    }
}
