import PostcardCore
import HTTPTypes
import NIOCore
import PostcardImaging
import PostcardLibrary

/// The file of a result.
enum ResultFile: Sendable {
    case bytes([UInt8])
    /// One of the cache, larger than a piece that is read at a time.
    case cached(ServedFile)

    /// The bytes, unless there are more than `limit`.
    func bytes(upTo limit: Int) -> [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes.count <= limit ? bytes : nil
        case .cached(let file): file.size <= limit ? file.head(file.size) : nil
        }
    }
}

/// Results that were made before: responses in memory, files of the cache's folder, and objects in the store that replicas share. What none
/// of them has is made once, for all who ask for it meanwhile.
final class ResultCache: Sendable {
    /// Where a result is kept.
    enum Keeping { case none, here, shared }

    /// A result that was found or made.
    struct Value: Sendable {
        let file: ResultFile
        /// The sources that it was made of, which may have changed since it was asked for.
        let sources: [BlobHash]
        let origin: ResultOrigin
    }

    let responses = ResponseCache()
    let disk: DiskCache?
    /// `nil` where replicas share nothing.
    let shared: SharedResults?
    private let flights = SingleFlight<ResultKey, Value>()

    init(disk: DiskCache?, shared: SharedResults? = nil) { (self.disk, self.shared) = (disk, shared) }

    /// The file of a result on the disk; `nil` when it is not there.
    private func file(_ key: ResultKey) -> ResultFile? {
        guard let file = disk?.open(key.name) else { return nil }
        guard file.size <= ServedFile.pieceSize else { return .cached(file) }
        let bytes = file.head(file.size)
        return bytes.count == file.size ? .bytes(bytes) : nil
    }

    /// Tells whether somebody waits for a result to be made.
    func isBeingMade(_ key: ResultKey) -> Bool { flights.waiters(for: key) > 0 }

    /// A result from the disk, from the shared store or made now.
    ///
    /// - Parameters:
    ///   - source: the name of the first source, and the versions of all.
    ///   - make: makes the file, and tells of which versions.
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
            // A file that changed in the meantime made another result than the key says: it is answered, not kept.
            guard sources == source.hashes, keeping != .none else {
                return Value(file: .bytes(bytes), sources: sources, origin: .made)
            }
            shared?.write(bytes, key, source: source.name, type: format.mediaType)
            return Value(file: kept(bytes, key), sources: sources, origin: .made)
        }
    }

    /// Keeps a result. A file on the disk need not wait in memory for a client that takes its time.
    private func kept(_ bytes: [UInt8], _ key: ResultKey) -> ResultFile {
        disk?.write(bytes, as: key.name)
        return (bytes.count > ServedFile.pieceSize ? file(key) : nil) ?? .bytes(bytes)
    }
}

/// The key of a result: the content of their sources, what is done to them, the format and the renderer.
struct ResultKey: Sendable, Hashable {
    let name: BlobHash
    /// A strong ETag of RFC 9110, with its quotes.
    let entityTag: String

    init(sources: [BlobHash], operations: String, format: ImageFormat) {
        let fields = [RendererVersion.current, format.rawValue, operations] + sources.map(\.description)
        name = BlobHash(of: Array(keyText(of: fields).utf8))
        entityTag = "\"\(name.description.prefix(32))\""
    }
}

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

    /// Bytes of all pictures, and of one.
    private static let limit = 32 << 20
    static let pictureLimit = 256 << 10
    private let entries = LRUCache<Key, Entry>(byteLimit: limit)

    func entry(for key: Key) -> Entry? { entries.value(for: key) }

    /// Keeps a response that is not too large.
    func keep(_ entry: Entry, for key: Key) {
        guard entry.bytes.readableBytes <= Self.pictureLimit else { return }
        entries.insert(entry, bytes: entry.size, for: key)
    }

    func forget(_ key: Key) { entries.remove(key) }
}
