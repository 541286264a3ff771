public import PlatformFoundation
public import PostcardImaging
import Synchronization
public import SystemPackage

/// Pins with their albums, journals, entries and memes, kept in one folder that any number of processes may use at the same time.
///
///     Library/
///       index.jsonl   every change, a line each; the newest wins
///       blobs/        pictures by the SHA-256 of their bytes
///       cache/        thumbnails, peeks and where the index has what, made again when they are gone
///
/// Methods block the calling thread while they read or write files. What a method has returned from is on disk for good.
public final class Library: Sendable {
    /// The clock, random numbers and limits of a library.
    public struct Surroundings: Sendable {
        /// Tells the present.
        public var now: @Sendable () -> Date
        /// Gives 64 random bits.
        public var random: @Sendable () -> UInt64
        /// Tells how many seconds local time is ahead of UTC at a moment.
        public var secondsFromUTC: @Sendable (Date) -> Int
        /// The limits for pictures that are taken in and for those that are stored.
        public var limits: DecodingLimits
        /// Tells what kind of network disk a folder is on, such as "NFS"; nil for one on which a library can be changed.
        package var networkDisk: @Sendable (FilePath) -> String? = FileSystem.networkDisk(at:)
        /// The longest time to wait for another process that changes the library; `nil` for as long as that takes.
        package var lockTimeout: Duration?

        /// Bundles them.
        public init(
            now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> UInt64,
            secondsFromUTC: @escaping @Sendable (Date) -> Int = { _ in 0 }, limits: DecodingLimits = .default
        ) {
            self.now = now
            self.random = random
            self.secondsFromUTC = secondsFromUTC
            self.limits = limits
        }

        /// The system's clock, random numbers and time zone.
        public static let system = Surroundings(
            now: { Date() }, random: { UInt64.random(in: 0 ... .max) }, secondsFromUTC: LocalTime.secondsFromUTC)
    }

    /// The library's folder.
    public let directory: FilePath
    /// The records.
    package let index: LibraryIndex
    /// The pictures.
    package let blobs: BlobStore
    let surroundings: Surroundings
    /// The time of the last deletion.
    let lastDeletion = Mutex(Date.distantPast)
    /// The settings, once they were read, with what the index was then.
    let knownSettings = Mutex<(status: FileStatus?, settings: Settings)?>(nil)

    /// Opens a library.
    ///
    /// - Parameters:
    ///   - creates: whether the folder is made when it is missing, closed to other users.
    ///   - surroundings: clock, random numbers, limits.
    /// - Throws: `LibraryError`: `notFound`, `notADirectory`, `permissionDenied`, `newerFormat` …
    public init(
        directory: FilePath, creates: Bool = false, surroundings: Surroundings = .system
    ) throws(LibraryError) {
        if creates { try FileSystem.makeDirectories(directory, isPrivate: true) }
        self.directory = directory
        index = try LibraryIndex(
            directory: directory, networkDisk: surroundings.networkDisk, lockTimeout: surroundings.lockTimeout)
        blobs = BlobStore(directory: directory)
        self.surroundings = surroundings
    }

    /// The limits for pictures that are taken in and for those that are stored.
    public var limits: DecodingLimits { surroundings.limits }

    /// The kind of network disk that the library is on, such as "NFS", on which it can only be read; nil for another disk.
    public var networkDisk: String? { surroundings.networkDisk(directory) }

    /// Checks that the library can be changed, before work is done for a change.
    ///
    /// - Throws: `LibraryError`: `permissionDenied`, `readOnlyFileSystem`, `networkDisk`.
    public func requireChangeable() throws(LibraryError) {
        try index.requireLocalDisk()
        for path in [index.lockPath, index.path, blobs.directory] { try FileSystem.requireWritable(path) }
    }

    /// Checks that the library can be changed, before blobs are put for records that come later.
    func prepareForBlobs() throws(LibraryError) {
        try requireChangeable()
        try index.requireLines(blobs)
        try index.begin(at: now, blobs)
    }

    /// Begins a file whose bytes come piece by piece, before the record that it is for.
    package func makeBlobWriter(limit: Int) throws(LibraryError) -> BlobWriter {
        try prepareForBlobs()
        return try blobs.makeWriter(limit: limit)
    }

    /// The present in whole milliseconds, as the index keeps it: what a change returns is what is read later.
    var now: Date {
        Date(timeIntervalSince1970: (surroundings.now().timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }

    /// The first time that is known, or else the present as the traveller's clock shows it.
    func wallTime(_ times: WallTime?...) throws(LibraryError) -> WallTime {
        if let known = times.lazy.compactMap(\.self).first { return known }
        let now = now
        guard let time = WallTime(now, secondsFromUTC: surroundings.secondsFromUTC(now)) else {
            throw LibraryError(.invalidRecord, "The clock does not show a year of four digits. Set it right.")
        }
        return time
    }

    private static let idDigits = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// The id of a new record: the one that somebody chose, or else a random one.
    ///
    /// - Throws: `LibraryError` with code `invalidValue` for what is no id of the kind.
    func makeID(_ kind: RecordKind, chosen: String?) throws(LibraryError) -> String {
        guard let chosen else { return makeID(kind) }
        let digits = chosen.dropFirst("\(kind)-".count)
        guard chosen.hasPrefix("\(kind)-"), digits.count == 12, digits.allSatisfy(Self.idDigits.contains) else {
            throw LibraryError(
                .invalidValue, "\"\(chosen.prefix(80))\" is no id of a \(kind); write one such as \(makeID(kind)).")
        }
        return chosen
    }

    /// A new id such as `pin-7k3x9w2mq4ta`: 60 random bits, which collide once in a billion billion pairs.
    func makeID(_ kind: RecordKind) -> String {
        let digits = Self.idDigits
        var bits = surroundings.random()
        var id = "\(kind)-"
        for _ in 0..<12 {
            id.append(digits[Int(bits & 31)])
            bits >>= 5
        }
        return id
    }
}
