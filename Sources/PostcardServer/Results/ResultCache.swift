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

    /// A result that was not on the disk.
    struct Made: Sendable {
        let bytes: [UInt8]
        /// The sources that it was made of, which may have changed since it was asked for.
        let sources: [BlobHash]
        let origin: ResultOrigin
    }

    let responses = ResponseCache()
    let disk: DiskCache?
    /// `nil` where replicas share nothing.
    let shared: SharedResults?
    private let flights = SingleFlight<ResultKey, Made>()

    init(disk: DiskCache?, shared: SharedResults? = nil) { (self.disk, self.shared) = (disk, shared) }

    /// The file of a result on the disk; `nil` when it is not there.
    func file(_ key: ResultKey) -> ResultFile? {
        guard let file = disk?.open(key.name) else { return nil }
        guard file.size <= ServedFile.pieceSize else { return .cached(file) }
        let bytes = file.head(file.size)
        return bytes.count == file.size ? .bytes(bytes) : nil
    }

    /// Tells whether somebody waits for a result to be made.
    func isBeingMade(_ key: ResultKey) -> Bool { flights.waiters(for: key) > 0 }

    /// A result that is not on the disk, from the shared store or made now.
    ///
    /// - Parameters:
    ///   - source: the name of the first source, and the versions of all.
    ///   - make: makes the file, and tells of which versions.
    func value(
        for key: ResultKey, of source: (name: String?, hashes: [BlobHash]), as format: ImageFormat, _ keeping: Keeping,
        make: @escaping @Sendable () async throws -> (bytes: [UInt8], sources: [BlobHash])
    ) async throws -> Made {
        let shared = keeping == .shared ? shared : nil
        return try await flights.value(for: key) { [disk] in
            if let bytes = try await shared?.read(key, source: source.name, format: format) {
                disk?.write(bytes, as: key.name)
                return Made(bytes: bytes, sources: source.hashes, origin: .shared)
            }
            let made = try await make()
            // A file that changed in the meantime made another result than the key says: it is answered, not kept.
            if made.sources == source.hashes, keeping != .none {
                disk?.write(made.bytes, as: key.name)
                shared?.write(made.bytes, key, source: source.name, type: format.mediaType)
            }
            return Made(bytes: made.bytes, sources: made.sources, origin: .made)
        }
    }
}
