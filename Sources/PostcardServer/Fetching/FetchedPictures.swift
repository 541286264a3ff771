internal import PostcardLibrary
internal import Synchronization

/// Pictures that were fetched a short time ago, so that twenty sizes of one picture cost its server one request.
final class FetchedPictures: Sendable {
    private struct Entry {
        let hash: BlobHash
        let byteCount: Int
        let terms: OriginTerms
        let expires: ContinuousClock.Instant
    }
    /// Each has an address of at most a few thousand bytes.
    private static let limit = 10_000
    /// However short a time its origin allows, a picture serves the request that it was fetched for.
    private static let minimumLifetime = Duration.seconds(1)
    private let cache: DiskCache?
    private let memory: PictureMemory<[UInt8]>
    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameters:
    ///   - cache: where the bytes are kept for as long as it has room.
    ///   - memoryBytes: how many bytes are kept in memory, for what asks again at once and where there is no cache.
    ///   - lifetime: how long a picture counts as fresh, unless its origin allows less.
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

    func hash(of address: String) -> BlobHash? { fresh(address)?.hash }

    /// The size of a picture that was fetched, in bytes.
    func byteCount(of address: String) -> Int? { fresh(address)?.byteCount }

    /// Seconds for which a picture may still be kept, where its origin says so.
    func secondsLeft(of address: String) -> Int? {
        guard let entry = entries.withLock({ $0[address] }), entry.terms.seconds != nil else { return nil }
        return entry.terms.seconds == 0 ? 0 : max(0, Int((entry.expires - now()) / .seconds(1)))
    }

    /// Tells whether results of a picture may be kept in the cache's folder.
    func mayBeKept(_ address: String) -> Bool { entries.withLock { $0[address]?.terms.mayBeKept } ?? true }

    func picture(at address: String) -> SourcePictures.Picture? { fresh(address).flatMap(picture) }

    /// A picture that is no longer fresh, and the terms that it came on, where its origin can be asked whether it is still the same.
    func stale(_ address: String) -> (picture: SourcePictures.Picture, terms: OriginTerms)? {
        guard let entry = entries.withLock({ $0[address] }), entry.terms.canBeAsked, let picture = picture(entry) else {
            return nil
        }
        return (picture, entry.terms)
    }

    func keep(_ picture: SourcePictures.Picture, of address: String, on terms: OriginTerms) {
        let name = CacheName(picture.hash)
        memory.write(picture.bytes, bytes: picture.bytes.count, as: name)
        if terms.mayBeKept { cache?.write(picture.bytes, as: name) }
        let allowed = terms.seconds.map { max(.seconds($0), Self.minimumLifetime) } ?? lifetime
        entries.withLock { entries in
            if entries.count >= Self.limit { entries.removeAll() }
            entries[address] = Entry(
                hash: picture.hash, byteCount: picture.bytes.count, terms: terms,
                expires: now() + min(lifetime, allowed))
        }
    }

    private func fresh(_ address: String) -> Entry? {
        entries.withLock { entries in
            guard let entry = entries[address] else { return nil }
            if entry.expires > now() { return entry }
            if !entry.terms.canBeAsked { entries[address] = nil }
            return nil
        }
    }

    private func picture(_ entry: Entry) -> SourcePictures.Picture? {
        let name = CacheName(entry.hash)
        guard let bytes = memory.read(name) ?? cache?.read(name) else { return nil }
        return SourcePictures.Picture(bytes: bytes, hash: entry.hash)
    }
}
