package import PostcardDisk
import Synchronization
package import SystemPackage

/// The JSON index of a library: a log of changes, `index.jsonl`, in which the newest change of a record wins.
///
/// A line is one committed change of one or more records, whole or not there at all. Any number of processes and
/// threads may read and write at the same time. Readers take no lock and write nothing, so they also work in a folder
/// that can only be read; writers take turns by a lock on the file `lock` beside the index.
///
/// All methods do their work on the calling thread, and block it while they read or write files or wait for their turn.
///
///     let index = try LibraryIndex(directory: "/home/me/Postcard")
///     try index.update(at: now) { transaction in
///         try transaction.put(pin, for: RecordKey(.pin, pin.id))
///     }
///     let pin = try index.record(RecordKey(.pin, "p-1"))?.decode(Pin.self)
package final class LibraryIndex: Sendable {
    /// The folder that the index is in.
    package let directory: FilePath
    /// The file with the changes. It need not be there: then there are none.
    package var path: FilePath { directory.appending("index.jsonl") }
    /// The file whose lock writers hold.
    package var lockPath: FilePath { directory.appending("lock") }

    let damage = DamageFlag()
    /// Tells what kind of network disk a folder is on.
    private let networkDisk: @Sendable (FilePath) -> String?
    /// The longest time to wait for another process that writes; `nil` for as long as that takes.
    let lockTimeout: Duration?
    /// The length of a log below which it has no table of places on disk, in bytes.
    private let minimumTableLog: Int
    private let state = Mutex(State())
    /// Held while this object writes: one thread at a time.
    let writing = Mutex(())

    private struct State {
        var snapshot: IndexSnapshot?
        /// The number of bytes that lookups have searched because there was no table.
        var scanned = 0
    }

    /// Opens the index of a library. Nothing is written or created.
    ///
    /// - Parameters:
    ///   - directory: a folder that exists.
    ///   - networkDisk: tells what kind of network disk a folder is on.
    ///   - lockTimeout: the longest time to wait for another process that writes; `nil` for as long as that takes.
    ///   - minimumTableLog: the length of a log from which on it has a table of places on disk, in bytes; `nil` for the usual one.
    /// - Throws: `LibraryError`, with the code `newerFormat` if a newer Postcard has written the last line.
    package init(
        directory: FilePath, networkDisk: @escaping @Sendable (FilePath) -> String? = FileSystem.networkDisk(at:),
        lockTimeout: Duration? = nil, minimumTableLog: Int? = nil
    ) throws(LibraryError) {
        self.directory = directory
        self.lockTimeout = lockTimeout
        self.minimumTableLog = minimumTableLog ?? PlaceTables.usualMinimum
        self.networkDisk = networkDisk
        try FileSystem.requireDirectory(directory)
        _ = try snapshot()?.lastSequence()
    }

    /// Checks that no other machine changes the same files, whose locks and lines might not be seen here.
    ///
    /// - Throws: `LibraryError` with code `networkDisk`.
    package func requireLocalDisk() throws(LibraryError) {
        guard let kind = networkDisk(directory) else { return }
        throw LibraryError(
            .networkDisk,
            "The library \(directory) is on a network disk (\(kind)), on which changes of several machines can get lost. "
                + "Nothing was changed; reading works.",
            .changeOverHTTP)
    }

    /// A Boolean value that indicates whether any reading so far came past a damaged line, which it left out. `check()`
    /// says where, `repair` sets it aside.
    package var hasMetDamage: Bool { damage.isRaised }

    /// The newest version of a record; nil if there is none, or it was deleted.
    package func record(_ key: RecordKey) throws(LibraryError) -> Record? {
        try newestVersion(of: key)?.record
    }

    /// The records of a kind that are not deleted.
    ///
    /// - Parameters:
    ///   - kind: the kind of the records.
    ///   - idPrefix: the beginning of their ids.
    ///   - order: by the time of their last change.
    ///   - filter: chooses among them.
    /// - Returns: a cursor over the records.
    /// - Throws: `LibraryError` when the index cannot be read.
    package func records(
        of kind: RecordKind, idPrefix: String = "", order: RecordCursor.Order = .newestFirst,
        where filter: RecordFilter? = nil
    ) throws(LibraryError) -> RecordCursor {
        RecordCursor(try snapshot(), kind: kind, idPrefix: idPrefix, order: order, filter: filter)
    }

    /// Everything that was done to a record since the last `compact`, newest first.
    package func history(of key: RecordKey) throws(LibraryError) -> [RecordVersion] {
        var versions: [RecordVersion] = []
        guard let snapshot = try snapshot() else { return [] }
        try snapshot.forEachVersion(of: key, in: 0..<snapshot.end) { version in
            versions.append(version)
            return true
        }
        return versions
    }

    /// Returns a Boolean value that indicates whether there are blobs, and not one line that could say what they are. A
    /// library that was used has lines even when all was deleted.
    package func isLost(_ blobs: BlobStore) throws(LibraryError) -> Bool {
        guard try snapshot()?.isEmpty() ?? true else { return false }
        return try !blobs.isEmpty()
    }

    /// Checks that the index was not removed from a library that was used.
    ///
    /// - Throws: `LibraryError` with code `damaged` when there is no line, but there are blobs, lines that were set aside, or downloads.
    package func requireLines(_ blobs: BlobStore) throws(LibraryError) {
        if let snapshot = try snapshot(), snapshot.end > 0 { return }
        let names = try FileSystem.names(in: directory)
        let isUsed = names.contains { $0 == "downloads" || $0.hasPrefix(DamagedLinesFile.namePrefix) }
        if !isUsed, try blobs.isEmpty() { return }
        throw LibraryError(
            .damaged,
            "\(directory) is a library that was used, but its index \(path.lastComponent?.string ?? "") is missing or empty. Nothing "
                + "was changed; put a copy of that file back, import an export of the library, or repair the library first."
        )
    }

    /// The newest step in the history of a record; nil if it was never there.
    package func newestVersion(of key: RecordKey) throws(LibraryError) -> RecordVersion? {
        guard let snapshot = try snapshot() else { return nil }
        var scanned = 0
        let version = try snapshot.newestVersion(of: key, scanned: &scanned)
        if scanned > 0 { try payForScanning(scanned, of: snapshot) }
        return version
    }

    /// The lines that are there now; nil if there is no file.
    func snapshot() throws(LibraryError) -> IndexSnapshot? {
        try state.withLock { state throws(LibraryError) in
            guard let status = try FileSystem.status(of: path) else {
                state = State()
                // An index that is not there is empty; a library that is not there is a mistake.
                try FileSystem.requireDirectory(directory)
                return nil
            }
            var isCurrent = state.snapshot?.identity == status.identity
            if isCurrent { isCurrent = try state.snapshot?.catchUp() ?? false }
            if !isCurrent {
                state = State()
                let tables = PlaceTables(in: directory.appending("cache"), minimum: minimumTableLog)
                state.snapshot = try IndexSnapshot(OpenFile(path, .reading), damage: damage, placeTables: tables)
            }
            return state.snapshot
        }
    }

    /// Makes a table, on disk or in memory, once lookups without one have cost about as much as that.
    private func payForScanning(_ scanned: Int, of snapshot: IndexSnapshot) throws(LibraryError) {
        snapshot.placeTables.payForSearching(scanned, of: snapshot)
        let uncovered = snapshot.end - (snapshot.placeTables.table(for: snapshot)?.end ?? 0)
        try state.withLock { state throws(LibraryError) in
            state.scanned += scanned
            guard state.scanned > Self.scansPerTable * max(uncovered, Self.minimumScan) else { return }
            try state.snapshot?.makeTable()
        }
    }

    /// To make a table in memory costs about as much as to search what it is made of so many times for one record.
    private static let scansPerTable = 8
    /// Less than this is read in no time. In bytes.
    private static let minimumScan = 64 << 10
}

extension LibraryIndex {
    /// All records of a kind, oldest first, as values. Those that are none of their kind are left out.
    package func all<Value: Decodable>(
        _ kind: RecordKind, as type: Value.Type = Value.self, where filter: RecordFilter? = nil
    ) throws(LibraryError) -> [Value] {
        var cursor = try records(of: kind, order: .oldestFirst, where: filter)
        var values: [Value] = []
        while let record = try cursor.next() {
            if let value = value(of: record, as: type) { values.append(value) }
        }
        return values
    }

    /// The value of a record; nil if it is none of its kind, which the library then says once the command is done.
    package func value<Value: Decodable>(of record: Record, as type: Value.Type = Value.self) -> Value? {
        do throws(LibraryError) { return try record.decode(type) } catch {
            damage.raise()
            return nil
        }
    }
}
