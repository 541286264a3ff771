import PostcardCore
import HTTPTypes
import NIOCore
import PostcardImaging
import PostcardLibrary

/// The file of a result, in memory or on disk.
enum ResultFile: Sendable {
    case bytes([UInt8])
    /// A file of the disk cache that is larger than one piece of a response.
    case cached(ServedFile)

    /// Returns the bytes; `nil` when there are more than `limit`.
    func bytes(upTo limit: Int) -> [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes.count <= limit ? bytes : nil
        case .cached(let file): file.size <= limit ? file.head(file.size) : nil
        }
    }
}

/// The caches of results: responses in memory, files on disk, and objects in the shared store. A missing result is made once for all simultaneous
/// requests.
final class ResultCache: Sendable {
    /// The caches that keep a result.
    enum Keeping { case none, here, shared }

    /// A result from a cache, or a new one.
    struct Value: Sendable {
        let file: ResultFile
        /// The hashes of the sources that it was made of, which may have changed since the request began.
        let sources: [BlobHash]
        let origin: ResultOrigin
    }

    let responses = ResponseCache()
    let disk: DiskCache?
    /// The shared store; `nil` where replicas share nothing.
    let shared: SharedResults?
    private let flights = SingleFlight<ResultKey, Value>()

    init(disk: DiskCache?, shared: SharedResults? = nil) { (self.disk, self.shared) = (disk, shared) }

    /// Returns the file of a result on disk; `nil` where there is none.
    private func file(_ key: ResultKey) -> ResultFile? {
        guard let file = disk?.open(key.name) else { return nil }
        guard file.size <= ServedFile.pieceSize else { return .cached(file) }
        let bytes = file.head(file.size)
        return bytes.count == file.size ? .bytes(bytes) : nil
    }

    /// Returns true while requests wait for a result.
    func isBeingMade(_ key: ResultKey) -> Bool { flights.waiters(for: key) > 0 }

    /// Returns a result from the disk or the shared store, or makes it.
    ///
    /// - Parameters:
    ///   - source: the name of the first source, and the hashes of all.
    ///   - make: makes the file, and returns the hashes of its sources.
    func value(
        for key: ResultKey, of source: (name: String?, hashes: [BlobHash]), as format: ImageFormat, _ keeping: Keeping,
        make: @escaping @Sendable () async throws -> (bytes: [UInt8], sources: [BlobHash])
    ) async throws -> Value {
        if let file = file(key) { return Value(file: file, sources: source.hashes, origin: .disk) }
        let shared = keeping == .shared ? shared : nil
        return try await flights.value(for: key) { [self] in
            if let bytes = try await shared?.read(key, source: source.name, format: format) {
                return Value(file: kept(bytes, key), sources: source.hashes, origin: .shared)
            }
            let (bytes, sources) = try await make()
            // A source changed in the meantime, so the result does not belong to the key: it is sent and not kept.
            guard sources == source.hashes, keeping != .none else {
                return Value(file: .bytes(bytes), sources: sources, origin: .made)
            }
            shared?.write(bytes, key, source: source.name, type: format.mediaType)
            return Value(file: kept(bytes, key), sources: sources, origin: .made)
        }
    }

    /// Keeps a result on disk, and returns its file. A large one is then read from disk, so that its bytes do not wait in memory for slow clients.
    private func kept(_ bytes: [UInt8], _ key: ResultKey) -> ResultFile {
        disk?.write(bytes, as: key.name)
        return (bytes.count > ServedFile.pieceSize ? file(key) : nil) ?? .bytes(bytes)
    }
}

/// The cache key of a result: a hash of the sources' hashes, the operations, the format and the renderer's version.
struct ResultKey: Sendable, Hashable {
    let name: BlobHash
    /// The strong entity tag of RFC 9110, with its quotes.
    let entityTag: String

    init(sources: [BlobHash], operations: String, format: ImageFormat) {
        let fields = [RendererVersion.current, format.rawValue, operations] + sources.map(\.description)
        name = BlobHash(of: Array(keyText(of: fields).utf8))
        entityTag = "\"\(name.description.prefix(32))\""
    }
}

// MARK: Responses in memory

/// A cache of small responses with pictures, which are valid while their sources are unchanged.
///
/// The event loop sends them without tasks and files, which takes a fraction of the time.
final class ResponseCache: Sendable {
    /// The cache key of a response: all that it depends on but its sources.
    struct Key: Sendable, Hashable {
        /// The path and query, as received.
        let target: String
        let accept: String

        /// - Returns: `nil` for fields longer than those of real clients.
        init?(target: String, accept: String) {
            guard target.utf8.count + accept.utf8.count <= 2_048 else { return nil }
            self.target = target
            self.accept = accept
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

        /// The approximate size in bytes.
        var size: Int { bytes.readableBytes + 4_096 }
    }

    /// The largest sizes in bytes: of the whole cache, and of the picture in one response.
    private static let limit = 32 << 20
    static let pictureLimit = 256 << 10
    private let entries = LRUCache<Key, Entry>(byteLimit: limit)

    func entry(for key: Key) -> Entry? { entries.value(for: key) }

    /// Keeps a response unless it is too large.
    func keep(_ entry: Entry, for key: Key) {
        guard entry.bytes.readableBytes <= Self.pictureLimit else { return }
        entries.insert(entry, bytes: entry.size, for: key)
    }

    func forget(_ key: Key) { entries.remove(key) }
}
