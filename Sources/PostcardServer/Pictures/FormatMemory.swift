internal import PostcardImaging
internal import PostcardLibrary
internal import Synchronization

/// Remembers the formats of files by their content.
final class FormatMemory: Sendable {
    /// About 50 bytes each.
    private static let limit = 100_000
    private let formats = Mutex<[BlobHash: ImageFormat]>([:])

    subscript(hash: BlobHash) -> ImageFormat? {
        get { formats.withLock { $0[hash] } }
        set {
            formats.withLock { formats in
                if formats.count >= Self.limit { formats.removeAll(keepingCapacity: true) }
                formats[hash] = newValue
            }
        }
    }
}
