internal import PostcardLibrary
internal import Synchronization

/// Pictures that were fetched a short time ago, so that twenty sizes of one picture cost its server one request.
final class FetchedPictures: Sendable {
    private struct Entry {
        let hash: BlobHash
        let byteCount: Int
        let expires: ContinuousClock.Instant
    }
    /// Each has an address of at most a few thousand bytes.
    private static let limit = 10_000
    private let cache: DiskCache?
    private let memory: PictureMemory<[UInt8]>
    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameters:
    ///   - cache: where the bytes are kept for as long as it has room.
    ///   - memoryBytes: how many bytes are kept in memory, for what asks again at once and where there is no cache.
    ///   - lifetime: how long a picture counts as fresh.
    ///   - now: tells the time.
    init(
        cache: DiskCache?, memoryBytes: Int, lifetime: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.cache = cache
        memory = PictureMemory(byteLimit: memoryBytes)
        self.lifetime = lifetime
        self.now = now
    }

    func hash(of address: String) -> BlobHash? { entry(of: address)?.hash }

    /// The size of a picture that was fetched, in bytes.
    func byteCount(of address: String) -> Int? { entry(of: address)?.byteCount }

    private func entry(of address: String) -> Entry? {
        entries.withLock { entries in
            guard let entry = entries[address], entry.expires > now() else {
                entries[address] = nil
                return nil
            }
            return entry
        }
    }

    func picture(at address: String) -> PictureSource.Picture? {
        guard let hash = hash(of: address) else { return nil }
        let name = CacheName(hash)
        guard let bytes = memory.read(name) ?? cache?.read(name) else { return nil }
        return PictureSource.Picture(bytes: bytes, hash: hash)
    }

    func keep(_ picture: PictureSource.Picture, of address: String) {
        let name = CacheName(picture.hash)
        memory.write(picture.bytes, bytes: picture.bytes.count, as: name)
        cache?.write(picture.bytes, as: name)
        entries.withLock { entries in
            if entries.count >= Self.limit { entries.removeAll() }
            entries[address] = Entry(
                hash: picture.hash, byteCount: picture.bytes.count, expires: now() + lifetime)
        }
    }
}
