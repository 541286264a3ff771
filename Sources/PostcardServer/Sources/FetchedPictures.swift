import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary

/// Pictures that were fetched, so that twenty sizes of one picture cost its server one request, and their facts for longer.
final class FetchedPictures: Sendable {
    /// The times for which pictures are used that were fetched.
    struct Lifetimes: Sendable {
        /// The longest time for which a picture of the web counts as fresh.
        var web: Duration
        /// The longest time for which an object counts as fresh.
        var object = Duration.seconds(60)
        /// The longest time after that for which a picture is used while its origin is away.
        var stale = Duration.zero
    }

    /// A picture that is known, and until when.
    struct Entry: Sendable {
        let record: FetchedRecord
        fileprivate let expires: ContinuousClock.Instant
        /// The end of the time for which its origin, which is away, is left alone.
        fileprivate var retry: ContinuousClock.Instant?

        var isStale: Bool { retry != nil }
    }

    /// However short a time its origin allows, a picture serves the request that it was fetched for.
    private static let minimumLifetime = Duration.seconds(1)
    /// The time for which an origin that is away is not asked again for a picture that is known.
    static let retryTime = Duration.seconds(10)

    private let cache: DiskCache?
    private let memory: LRUCache<BlobHash, [UInt8]>
    private let lifetimes: Lifetimes
    private let now: @Sendable () -> ContinuousClock.Instant
    private let secondsSince1970: @Sendable () -> Int
    /// Each has an address of at most a few thousand bytes.
    private let entries = BoundedMemory<String, Entry>(limit: 10_000)

    /// - Parameters:
    ///   - cache: where bytes and facts are kept for as long as it has room.
    ///   - memoryBytes: how many bytes are kept in memory, for what asks again at once and where there is no cache.
    ///   - lifetimes: how long pictures are used, unless their origins allow less.
    ///   - now: tells the time while the process lives.
    ///   - secondsSince1970: tells the time to processes after it.
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

    /// The identity of a picture that may be used as it is, without a look at the disk.
    func identity(of key: String) -> BlobHash? {
        entries[key].flatMap { isUsable($0) ? $0.record.identity : nil }
    }

    /// A picture that may be used as it is: fresh, or its origin was just found to be away.
    func usable(_ key: String) -> Entry? { known(key).flatMap { isUsable($0) ? $0 : nil } }

    /// A picture that is known, fresh or not.
    func known(_ key: String) -> Entry? {
        if let entry = entries[key] { return entry }
        guard let bytes = cache?.read(Self.name(of: key)),
            let record = try? JSONDecoder().decode(FetchedRecord.self, from: Data(bytes)), record.key == key
        else { return nil }
        // A clock that was set back makes nothing fresh.
        let age = secondsSince1970() - record.time
        return insert(record, age: age < 0 ? nil : .seconds(age))
    }

    /// The bytes of a picture; `nil` when they are not here any more, or never were.
    func picture(_ record: FetchedRecord) -> SourcePictures.Picture? {
        guard let name = record.content, let bytes = memory.value(for: name) ?? cache?.read(name) else {
            return nil
        }
        return SourcePictures.Picture(bytes: bytes, hash: record.identity)
    }

    /// Seconds for which what is made of a picture may be kept, where its origin says so, or is away.
    func secondsLeft(of key: String) -> Int? {
        guard let entry = entries[key] else { return nil }
        if entry.isStale { return Int(Self.retryTime / .seconds(1)) }
        guard let seconds = entry.record.terms.seconds else { return nil }
        return seconds == 0 ? 0 : max(0, Int((entry.expires - now()) / .seconds(1)))
    }

    /// Keeps a picture.
    @discardableResult
    func keep(_ picture: [UInt8], of key: String, on terms: OriginTerms) -> Entry {
        let record = FetchedRecord(picture, of: key, on: terms, time: secondsSince1970())
        if let name = record.content {
            memory.insert(picture, bytes: picture.count, for: name)
            if terms.mayBeKept { cache?.write(picture, as: name) }
        }
        return keep(record)
    }

    /// Keeps the facts of a picture of which the beginning came; `nil` when nothing tells this version from others.
    func keep(start: [UInt8], byteCount: Int, of key: String, on terms: OriginTerms) -> Entry? {
        FetchedRecord(start: start, byteCount: byteCount, of: key, on: terms, time: secondsSince1970()).map(keep)
    }

    /// Notes that a picture is current still. The disk need not know: after a restart its origin is asked that again.
    func renew(_ record: FetchedRecord, _ terms: OriginTerms) -> Entry {
        var record = record
        record.renew(terms, time: secondsSince1970())
        return insert(record, age: .zero)
    }

    /// A picture that may be used while its origin is away.
    func excusable(_ key: String) -> Entry? {
        guard let entry = known(key), entry.record.terms.mayBeKept else { return nil }
        let allowed = min(lifetimes.stale, entry.record.terms.staleSeconds.map(Duration.seconds) ?? lifetimes.stale)
        return now() < entry.expires + allowed ? entry : nil
    }

    /// Notes that the origin of a picture is away, and gives what is known where that may still be used.
    func excuse(_ key: String) -> Entry? {
        guard var entry = excusable(key) else { return nil }
        entry.retry = now() + Self.retryTime
        entries[key] = entry
        return entry
    }

    /// Forgets a picture that is not at its address any more.
    func forget(_ key: String) {
        entries[key] = nil
        cache?.remove(Self.name(of: key))
    }

    private func keep(_ record: FetchedRecord) -> Entry {
        if record.terms.mayBeKept, let data = try? JSONEncoder().encode(record) {
            cache?.write(Array(data), as: Self.name(of: record.key))
        }
        return insert(record, age: .zero)
    }

    /// `age` is the time since its origin said that it is current; `nil` when that cannot be told.
    private func insert(_ record: FetchedRecord, age: Duration?) -> Entry {
        let lifetime = record.key.hasPrefix("s3:") ? lifetimes.object : lifetimes.web
        let allowed = record.terms.seconds.map { min(lifetime, max(.seconds($0), Self.minimumLifetime)) } ?? lifetime
        let entry = Entry(record: record, expires: now() + (age.map { allowed - $0 } ?? .zero), retry: nil)
        entries[record.key] = entry
        return entry
    }

    private func isUsable(_ entry: Entry) -> Bool {
        let now = now()
        return entry.expires > now || (entry.retry.map { $0 > now } ?? false)
    }

    /// The name of a picture's facts in the cache.
    private static func name(of key: String) -> BlobHash { BlobHash(of: Array("fetched\n\(key)".utf8)) }
}

/// The facts of a picture that was fetched, without its bytes. They are kept beside them in the cache, so that a restart forgets nothing.
struct FetchedRecord: Sendable, Codable {
    /// The address of the picture.
    let key: String
    /// The hash of its bytes; `nil` when only its beginning was read.
    let content: BlobHash?
    /// A value that no other version of the picture has: of its origin's validator where that is strong, else of its bytes. It is the
    /// same in all processes.
    let identity: BlobHash
    let byteCount: Int
    private let formatName: String
    private(set) var terms: OriginTerms
    /// Seconds since 1970 at which its origin last said that it is current.
    private(set) var time: Int

    /// A picture whose bytes came.
    init(_ picture: [UInt8], of key: String, on terms: OriginTerms, time: Int) {
        let content = BlobHash(of: picture)
        self.content = content
        identity = Self.identity(of: key, byteCount: picture.count, terms) ?? content
        byteCount = picture.count
        formatName = ImageFormat(sniffing: picture.span.bytes)?.rawValue ?? ""
        (self.key, self.terms, self.time) = (key, terms, time)
    }

    /// A picture of which the beginning came; `nil` when nothing tells this version from others.
    init?(start: [UInt8], byteCount: Int, of key: String, on terms: OriginTerms, time: Int) {
        guard let identity = Self.identity(of: key, byteCount: byteCount, terms) else { return nil }
        content = nil
        self.identity = identity
        self.byteCount = byteCount
        formatName = ImageFormat(sniffing: start.span.bytes)?.rawValue ?? ""
        (self.key, self.terms, self.time) = (key, terms, time)
    }

    /// Notes that its origin said that it is current still.
    mutating func renew(_ new: OriginTerms, time: Int) { (terms, self.time) = (terms.renewed(new), time) }

    var format: ImageFormat? { ImageFormat(rawValue: formatName) }

    private static func identity(of key: String, byteCount: Int, _ terms: OriginTerms) -> BlobHash? {
        guard terms.mayBeKept, let tag = terms.strongTag else { return nil }
        // A redirect may lead to another picture tomorrow; its query often has a signature that changes.
        let place = terms.address.prefix { $0 != "?" }
        return BlobHash(of: Array(keyText(of: [key, String(place), tag, "\(byteCount)"]).utf8))
    }
}
