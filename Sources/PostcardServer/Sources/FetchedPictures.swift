import PlatformFoundation
import PostcardCore
import PostcardLibrary

/// A cache of fetched pictures, so many sizes of one picture need only one request to its origin. Records of pictures stay in the cache
/// longer than the pictures' bytes.
final class FetchedPictures: Sendable {
    /// The times for which fetched pictures are used.
    struct Lifetimes: Sendable {
        /// The maximum time for which a picture from the web is fresh.
        var web: Duration
        /// The maximum time for which a picture from object storage is fresh.
        var object = Duration.seconds(60)
        /// The maximum further time for which a picture may be used while its origin is down.
        var stale = Duration.zero
    }

    /// A known picture with its expiration time.
    struct Entry: Sendable {
        let record: FetchedRecord
        fileprivate let expires: ContinuousClock.Instant
        /// The time at which an unreachable origin is tried again; `nil` while the origin responds.
        fileprivate var retry: ContinuousClock.Instant?

        var isStale: Bool { retry != nil }
    }

    /// The minimum time for which a picture is fresh, so the request that fetched the picture can use it.
    private static let minimumLifetime = Duration.seconds(1)
    /// The wait before the unreachable origin of a known picture is tried again.
    static let retryTime = Duration.seconds(10)

    private let cache: DiskCache?
    private let memory: LRUCache<BlobHash, [UInt8]>
    private let lifetimes: Lifetimes
    private let now: @Sendable () -> ContinuousClock.Instant
    private let secondsSince1970: @Sendable () -> Int
    /// The known pictures by URL; an entry takes at most a few thousand bytes.
    private let entries = BoundedMemory<NameKey, Entry>(limit: 10_000)

    /// - Parameters:
    ///   - cache: the disk cache for bytes and records; `nil` if there is none.
    ///   - memoryBytes: the maximum number of picture bytes in memory, for repeated requests and for use without a disk cache.
    ///   - lifetimes: the times for which pictures are used, unless their origins set shorter times.
    ///   - now: returns the current time, for use within this process.
    ///   - secondsSince1970: returns the current time, to store on disk for later processes.
    init(
        cache: DiskCache?, memoryBytes: Int, lifetimes: Lifetimes,
        now: @escaping @Sendable () -> ContinuousClock.Instant, secondsSince1970: @escaping @Sendable () -> Int
    ) {
        self.cache = cache
        memory = LRUCache(byteLimit: memoryBytes)
        self.lifetimes = lifetimes
        self.now = now
        self.secondsSince1970 = secondsSince1970
    }

    /// Returns the identity of a usable picture, without reading the disk.
    func identity(of key: String) -> BlobHash? {
        entries[NameKey(key)].flatMap { isUsable($0) ? $0.record.identity : nil }
    }

    /// Returns a picture that may be used without a request: a fresh picture, or a stale picture whose origin was unreachable a moment ago.
    func usable(_ key: String) -> Entry? { known(key).flatMap { isUsable($0) ? $0 : nil } }

    /// Returns a known picture, fresh or not.
    func known(_ key: String) -> Entry? {
        if let entry = entries[NameKey(key)] { return entry }
        guard let bytes = cache?.read(Self.name(of: key)),
            let record = try? JSONDecoder().decode(FetchedRecord.self, from: Data(bytes)), record.key.hasBytes(of: key)
        else { return nil }
        // If the clock was set back, the age is unknown.
        let age = secondsSince1970() - record.time
        return insert(record, age: age < 0 ? nil : .seconds(age))
    }

    /// Returns the bytes of a picture; `nil` if the bytes are not cached.
    func picture(_ record: FetchedRecord) -> SourcePictures.Picture? {
        guard let name = record.content, let bytes = memory.value(for: name) ?? cache?.read(name) else {
            return nil
        }
        return SourcePictures.Picture(bytes: bytes, hash: record.identity)
    }

    /// Returns the number of seconds for which results made from a picture may be cached; `nil` unless the picture's origin limits that
    /// time or is unreachable.
    func secondsLeft(of key: String) -> Int? {
        guard let entry = entries[NameKey(key)] else { return nil }
        if entry.isStale { return Int(Self.retryTime / .seconds(1)) }
        guard let seconds = entry.record.terms.seconds else { return nil }
        return seconds == 0 ? 0 : max(0, Int((entry.expires - now()) / .seconds(1)))
    }

    /// Stores a picture and its record.
    @discardableResult
    func store(_ picture: [UInt8], of key: String, on terms: OriginTerms) -> Entry {
        let record = FetchedRecord(picture, of: key, on: terms, time: secondsSince1970())
        if let name = record.content {
            memory.insert(picture, bytes: picture.count, for: name)
            if terms.mayBeKept { cache?.write(picture, as: name) }
        }
        return store(record)
    }

    /// Stores the record of a picture whose first bytes were fetched; returns `nil` if the picture has no strong validator.
    func store(start: [UInt8], byteCount: Int, of key: String, on terms: OriginTerms) -> Entry? {
        FetchedRecord(start: start, byteCount: byteCount, of: key, on: terms, time: secondsSince1970()).map(store)
    }

    /// Records that a picture is still current. The record on disk does not change, so the picture is revalidated after a restart.
    func renew(_ record: FetchedRecord, _ terms: OriginTerms) -> Entry {
        var record = record
        record.renew(terms, time: secondsSince1970())
        return insert(record, age: .zero)
    }

    /// Returns a picture if it may be used while its origin is down.
    func usableDuringOutage(_ key: String) -> Entry? {
        guard let entry = known(key), entry.record.terms.mayBeKept else { return nil }
        let allowed = min(lifetimes.stale, entry.record.terms.staleSeconds.map(Duration.seconds) ?? lifetimes.stale)
        return now() < entry.expires + allowed ? entry : nil
    }

    /// Records that a picture's origin is unreachable, and returns the picture if it may still be used.
    func serveStale(_ key: String) -> Entry? {
        guard var entry = usableDuringOutage(key) else { return nil }
        entry.retry = now() + Self.retryTime
        entries[NameKey(key)] = entry
        return entry
    }

    /// Removes a picture that is no longer at its URL.
    func forget(_ key: String) {
        entries[NameKey(key)] = nil
        cache?.remove(Self.name(of: key))
    }

    private func store(_ record: FetchedRecord) -> Entry {
        if record.terms.mayBeKept, let data = try? JSONEncoder().encode(record) {
            cache?.write(Array(data), as: Self.name(of: record.key))
        }
        return insert(record, age: .zero)
    }

    /// Stores a record in memory. `age` is the time since the origin confirmed the picture; `nil` if it is unknown.
    private func insert(_ record: FetchedRecord, age: Duration?) -> Entry {
        let lifetime = record.key.hasPrefix("s3:") ? lifetimes.object : lifetimes.web
        let allowed = record.terms.seconds.map { min(lifetime, max(.seconds($0), Self.minimumLifetime)) } ?? lifetime
        let entry = Entry(record: record, expires: now() + (age.map { allowed - $0 } ?? .zero), retry: nil)
        entries[NameKey(record.key)] = entry
        return entry
    }

    private func isUsable(_ entry: Entry) -> Bool {
        let now = now()
        return entry.expires > now || (entry.retry.map { $0 > now } ?? false)
    }

    /// Returns the name of a picture's record in the disk cache.
    private static func name(of key: String) -> BlobHash { BlobHash(of: Array("fetched\n\(key)".utf8)) }
}
