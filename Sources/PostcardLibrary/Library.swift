public import PlatformFoundation
import PostcardCore
public import PostcardImaging
import Synchronization
public import SystemPackage

/// A library: pins with their albums, journals, entries and memes in one folder. Any number of processes may use it at the same time.
///
///     Library/
///       index.jsonl   the log of changes, one per line; the newest change to a record applies
///       blobs/        files, named by the SHA-256 of their bytes
///       cache/        thumbnails, peeks and the table of the index; missing files are recreated
///
/// Synchronous methods block the calling thread during file access. Asynchronous methods do not run on the caller's actor, and long jobs
/// run on separate threads; see ``LibraryJob``. Changes are durable when a method returns. Errors about records are `LibraryError`; errors
/// about the library's files are `FileError`.
///
/// ```swift
/// let library = try Library(directory: folder, createIfNeeded: true)
/// let pin = try library.addPin(at: Coordinate(latitude: 48.8584, longitude: 2.2945), name: "Paris")
/// let journal = try library.addJournal(named: "Spring")
/// let place = try library.addPlace(to: journal.id, of: pin)
/// let note = try library.addNote("Climbed the tower.", to: journal.id, at: place.id)
/// for stop in try library.contents(of: journal).stops { print(stop.notes.map(\.text)) }
/// ```
public final class Library: Sendable {
    /// The clock, random numbers and limits of a library.
    package struct Environment: Sendable {
        /// Returns the current time.
        package var now: @Sendable () -> Date
        /// Returns 64 random bits.
        package var random: @Sendable () -> UInt64
        /// Returns the offset of local time from UTC at a moment, in seconds.
        package var secondsFromUTC: @Sendable (Date) -> Int
        /// The limits for new and stored pictures.
        package var limits: DecodingLimits
        /// Returns the kind of network disk that a folder is on, such as "NFS"; `nil` for a local disk.
        package var networkDisk: @Sendable (FilePath) -> String? = FileSystem.networkDisk(at:)
        /// The programs that read and make videos.
        package var mediaTools = MediaTools.system
        /// The longest time to wait for another process that is changing the library; `nil` for no limit.
        package var lockTimeout: Duration?

        /// Makes an environment with a clock and random numbers. Local time is UTC unless `secondsFromUTC` is given.
        package init(
            now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> UInt64,
            secondsFromUTC: @escaping @Sendable (Date) -> Int = { _ in 0 }, limits: DecodingLimits = .default
        ) {
            self.now = now
            self.random = random
            self.secondsFromUTC = secondsFromUTC
            self.limits = limits
        }

        /// The system's clock, random numbers and time zone.
        package static let system = Environment(
            now: { Date() }, random: { UInt64.random(in: 0 ... .max) }, secondsFromUTC: LocalTime.secondsFromUTC)
    }

    /// The folder of the library.
    public let directory: FilePath
    /// The index of records.
    package let index: LibraryIndex
    /// The store of files.
    package let blobs: BlobStore
    let environment: Environment
    /// The time of the last deletion.
    let lastDeletion = Mutex(Date.distantPast)
    /// The settings, and the status of the index when they were read; `nil` until they are read.
    let knownSettings = Mutex<(status: FileStatus?, settings: Settings)?>(nil)

    /// Opens a library.
    ///
    /// - Parameters:
    ///   - createIfNeeded: true to create a missing folder, with permissions for this user only.
    ///   - limits: the limits for new and stored pictures.
    /// - Throws: `FileError` with code `notFound`, `notADirectory`, `permissionDenied`, `newerFormat` and others.
    public convenience init(
        directory: FilePath, createIfNeeded: Bool = false, limits: DecodingLimits = .default
    ) throws(FileError) {
        var environment = Environment.system
        environment.limits = limits
        try self.init(directory: directory, createIfNeeded: createIfNeeded, environment: environment)
    }

    /// Opens the library in the folder at a file URL.
    ///
    /// - Throws: the errors of the initializer with a path; `FileError` with code `unsupported` for other URLs.
    public convenience init(
        directory: URL, createIfNeeded: Bool = false, limits: DecodingLimits = .default
    ) throws(FileError) {
        guard let path = directory.filePath else {
            throw FileError(.unsupported, "\(directory) is not a file URL. Make one with URL(filePath:).")
        }
        try self.init(directory: FilePath(path), createIfNeeded: createIfNeeded, limits: limits)
    }

    /// Opens a library with the given clock, random number generator and limits.
    package init(
        directory: FilePath, createIfNeeded: Bool = false, environment: Environment
    ) throws(FileError) {
        if createIfNeeded { try FileSystem.makeDirectories(directory, isPrivate: true) }
        self.directory = directory
        index = try LibraryIndex(
            directory: directory, networkDisk: environment.networkDisk, lockTimeout: environment.lockTimeout)
        blobs = BlobStore(directory: directory)
        self.environment = environment
    }

    /// Makes a read-only view of a library from a snapshot of its index. All record reads show the same state without reading the index
    /// again.
    package init(_ library: Library, at snapshot: IndexSnapshot?) {
        (directory, blobs, environment) = (library.directory, library.blobs, library.environment)
        index = LibraryIndex(library.index, at: snapshot)
    }

    /// Returns true if a folder contains files but no library.
    package static func isOther(_ directory: FilePath) -> Bool {
        guard let names = FileSystem.components(in: directory), !names.isEmpty else { return false }
        return !names.contains { fileNames.contains($0.string) }
    }

    private static let fileNames = Set<NameKey>(names: [
        "index.jsonl", "blobs", "templates", "cache", "lock", "downloads", "app.tokens", "share.links",
    ])

    /// The limits for new and stored pictures.
    package var limits: DecodingLimits { environment.limits }

    /// The programs that read and make videos.
    package var mediaTools: MediaTools { environment.mediaTools }

    /// The kind of network disk that the library is on, such as "NFS"; `nil` for a local disk. A library on a network disk is read-only.
    package var networkDisk: String? { environment.networkDisk(directory) }

    /// Checks that the library can be changed, before a change is prepared.
    ///
    /// - Throws: `FileError` with code `permissionDenied`, `readOnlyFileSystem` or `networkDisk`.
    package func requireChangeable() throws(FileError) {
        try index.requireLocalDisk()
        for path in [index.lockPath, index.path, blobs.directory] { try FileSystem.requireWritable(path) }
    }

    /// Checks that the library can be changed and has its index, before blobs for later records are stored.
    func prepareForBlobs() throws(FileError) {
        try requireChangeable()
        try index.requireLines(blobs)
        try index.begin(at: now, blobs)
    }

    /// Begins a blob that is written in pieces. The record that refers to the blob is written later.
    package func makeBlobWriter(limit: Int) throws(FileError) -> BlobWriter {
        try prepareForBlobs()
        return try blobs.makeWriter(limit: limit)
    }

    /// The current time in whole milliseconds. The index stores no smaller units, so stored dates equal returned dates.
    var now: Date {
        Date(timeIntervalSince1970: (environment.now().timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }

    /// Returns the first known time, or else the local time of a moment, which is the current moment by default.
    func wallTime(_ times: WallTime?..., at moment: Date? = nil) throws(FileError) -> WallTime {
        if let known = times.lazy.compactMap(\.self).first { return known }
        let now = moment ?? now
        guard let time = WallTime(now, secondsFromUTC: environment.secondsFromUTC(now)) else {
            throw FileError(
                .invalidRecord, "The year of the system clock does not have four digits. Correct the clock.")
        }
        return time
    }

    private static let idDigits = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// Returns the id of a new record: the chosen id, or else a random id.
    ///
    /// - Throws: `LibraryError` with code `invalidValue` for an invalid id.
    func makeID<Value: LibraryRecord>(chosen: RecordID<Value>?) throws(LibraryError) -> RecordID<Value> {
        guard let chosen else { return makeID() }
        let (kind, text) = (Value.kind, chosen.rawValue)
        let digits = text.dropFirst("\(kind)-".count)
        guard text.hasPrefix("\(kind)-"), digits.count == 12, digits.allSatisfy(Self.idDigits.contains) else {
            throw LibraryError(
                .invalidValue, "\"\(text.prefix(80))\" is not a valid \(kind) id, such as \(makeID(kind)).")
        }
        return chosen
    }

    /// Returns the id of a new record.
    func makeID<Value: LibraryRecord>() -> RecordID<Value> { RecordID(rawValue: makeID(Value.kind)) }

    /// Returns a new id such as `pin-7k3x9w2mq4ta` with 60 random bits. Two ids are equal with a probability of 10⁻¹⁸.
    func makeID(_ kind: RecordKind) -> String {
        let digits = Self.idDigits
        var bits = environment.random()
        var id = "\(kind)-"
        for _ in 0..<12 {
            id.append(digits[Int(bits & 31)])
            bits >>= 5
        }
        return id
    }
}
