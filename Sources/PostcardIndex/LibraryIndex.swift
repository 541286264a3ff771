import Dispatch
package import PostcardDisk
import Synchronization
package import SystemPackage

/// The index of a library's records: a log of changes in JSON, `index.jsonl`. For each record, the newest change applies.
///
/// A line contains one committed change to one or more records, and is either complete or absent. Any number of processes and threads may
/// read and write at the same time. Readers take no lock and write nothing, so they also work in read-only folders. Writers exclude each
/// other with a lock on the file `lock` next to the index.
///
/// All methods work on the calling thread, and block it during file access and while waiting for the lock.
///
///     let index = try LibraryIndex(directory: "/home/me/Postcard")
///     try index.update(at: now) { transaction in
///         try transaction.put(pin, for: RecordKey(.pin, pin.id))
///     }
///     let pin = try index.record(RecordKey(.pin, "p-1"))?.decode(Pin.self)
package final class LibraryIndex: Sendable {
    /// The folder that contains the index.
    package let directory: FilePath
    /// The log file. A missing file is treated as an empty log.
    package var path: FilePath { directory.appending("index.jsonl") }
    /// The lock file for writers.
    package var lockPath: FilePath { directory.appending("lock") }

    let damage: DamageFlag
    /// Returns the kind of network disk that a folder is on; `nil` for a local disk.
    private let networkDisk: @Sendable (FilePath) -> String?
    /// The longest time to wait for another writer; `nil` for no limit.
    let lockTimeout: Duration?
    /// The minimum length of a log, in bytes, for which a table of change positions is kept on disk.
    private let minimumTableLog: Int
    private let state: Mutex<State>
    /// The live index that this index is a snapshot of; `nil` if this index is live and shows new lines.
    private let live: LibraryIndex?
    /// A lock for the threads of this process that write through this object. Unlike a mutex, the lock supports waiting with a timeout.
    let writing = DispatchSemaphore(value: 1)

    private struct State {
        var snapshot: IndexSnapshot?
        /// The number of bytes that lookups without a table have searched.
        var scanned = 0
    }

    /// Opens the index of a library. Nothing is written or created.
    ///
    /// - Parameters:
    ///   - directory: an existing folder.
    ///   - networkDisk: returns the kind of network disk that a folder is on; `nil` for a local disk.
    ///   - lockTimeout: the longest time to wait for another writer; `nil` for no limit.
    ///   - minimumTableLog: the minimum length of a log, in bytes, for which a table of change positions is kept on disk; `nil` for the
    ///     default.
    /// - Throws: `FileError`, with code `newerFormat` if a newer version of Postcard wrote the last line.
    package init(
        directory: FilePath, networkDisk: @escaping @Sendable (FilePath) -> String? = FileSystem.networkDisk(at:),
        lockTimeout: Duration? = nil, minimumTableLog: Int? = nil
    ) throws(FileError) {
        self.directory = directory
        self.lockTimeout = lockTimeout
        self.minimumTableLog = minimumTableLog ?? TermTables.defaultMinimum
        self.networkDisk = networkDisk
        (damage, live) = (DamageFlag(), nil)
        state = Mutex(State())
        try FileSystem.requireDirectory(directory)
        _ = try snapshot()?.lastSequence()
    }

    /// Makes a read-only view of the state of an index at one moment. All reads show the lines in `snapshot` and ignore newer lines.
    package init(_ live: LibraryIndex, at snapshot: IndexSnapshot?) {
        (directory, lockTimeout, minimumTableLog) = (live.directory, live.lockTimeout, live.minimumTableLog)
        (networkDisk, damage, self.live) = (live.networkDisk, live.damage, live)
        state = Mutex(State(snapshot: snapshot))
    }

    /// True if the index is a read-only view of its state at one moment.
    var isSnapshot: Bool { live != nil }

    /// Returns a string that differs after each change. The string contains the number of the last change, and the identity and length of
    /// the file, because the file may be replaced.
    package func version() throws(FileError) -> String {
        guard let snapshot = try snapshot() else { return "0" }
        return "\(try snapshot.lastSequence()).\(snapshot.end).\(snapshot.identity.inode)"
    }

    /// Checks that the library is on a local disk. On a network disk, locks and lines from other machines may not be visible.
    ///
    /// - Throws: `FileError` with code `networkDisk`.
    package func requireLocalDisk() throws(FileError) {
        guard let kind = networkDisk(directory) else { return }
        throw FileError(
            .networkDisk,
            "The library \(directory) is on a network disk (\(kind)), where changes from several machines can be lost. "
                + "Nothing was changed. Reading still works.",
            .changeOverHTTP)
    }

    /// True if a read has skipped a damaged line. `check()` finds such lines, and `repair` quarantines them.
    package var hasFoundDamage: Bool { damage.isRaised }

    /// Returns the newest version of a record; `nil` if it does not exist or was deleted.
    package func record(_ key: RecordKey) throws(FileError) -> Record? {
        try newestVersion(of: key)?.record
    }

    /// Returns a cursor over the records of a kind that are not deleted.
    ///
    /// - Parameters:
    ///   - kind: the kind of the records.
    ///   - idPrefix: the prefix of the record ids.
    ///   - order: the order, by the time of the last change.
    ///   - filter: the condition that records must meet; `nil` for all records.
    /// - Throws: `FileError` if the index cannot be read.
    package func records(
        of kind: RecordKind, idPrefix: String = "", order: RecordCursor.Order = .newestFirst,
        where filter: RecordFilter? = nil
    ) throws(FileError) -> RecordCursor {
        RecordCursor(try snapshot(), kind: kind, idPrefix: idPrefix, order: order, filter: filter)
    }

    /// Returns all versions of a record since the last `compact`, newest first.
    package func history(of key: RecordKey) throws(FileError) -> [RecordVersion] {
        var versions: [RecordVersion] = []
        guard let snapshot = try snapshot() else { return [] }
        try snapshot.forEachVersion(of: key, in: 0..<snapshot.end) { version in
            versions.append(version)
            return true
        }
        return versions
    }

    /// Returns true if there are blobs, but no readable line that could refer to them. The index of a used library contains lines even if
    /// all records were deleted.
    package func isLost(_ blobs: BlobStore) throws(FileError) -> Bool {
        // The blobs are looked for first, since the first line of an index is written before the first blob.
        guard try !blobs.isEmpty() else { return false }
        return try snapshot()?.isEmpty() ?? true
    }

    /// Checks that a used library has its index.
    ///
    /// - Throws: `FileError` with code `damaged` if the index has no lines, but there are blobs, quarantined lines or downloads.
    package func requireLines(_ blobs: BlobStore) throws(FileError) {
        if let snapshot = try snapshot(), snapshot.end > 0 { return }
        let names = try FileSystem.names(in: directory)
        let isUsed = names.contains { $0 == "downloads" || $0.hasPrefix(DamagedLinesFile.namePrefix) }
        if !isUsed, try blobs.isEmpty() { return }
        // Another thread or process may have begun the index in the meantime. The first line is written before the first blob.
        if let snapshot = try snapshot(), snapshot.end > 0 { return }
        throw FileError(
            .damaged,
            "The library \(directory) was used before, but its index \(path.lastComponent?.string ?? "") is missing or empty. Nothing "
                + "was changed. Restore a copy of that file, import an export of the library, or repair the library first."
        )
    }

    /// Returns the newest version of a record, which may be its deletion; `nil` if the record never existed.
    package func newestVersion(of key: RecordKey) throws(FileError) -> RecordVersion? {
        guard let snapshot = try snapshot() else { return nil }
        var scanned = 0
        let version = try snapshot.newestVersion(of: key, scanned: &scanned)
        if scanned > 0 { try recordScanCost(scanned, of: snapshot) }
        return version
    }

    /// Returns the lines that exist now; `nil` if the file is missing.
    package func snapshot() throws(FileError) -> IndexSnapshot? {
        try state.withLock { state throws(FileError) in
            guard live == nil else { return state.snapshot }
            guard let status = try FileSystem.status(of: path) else {
                state = State()
                // A missing index is treated as empty, but a missing library is an error.
                try FileSystem.requireDirectory(directory)
                return nil
            }
            var isCurrent = state.snapshot?.identity == status.identity
            if isCurrent { isCurrent = try state.snapshot?.catchUp() ?? false }
            if !isCurrent {
                state = State()
                let tables = TermTables(in: directory.appending("cache"), minimum: minimumTableLog)
                state.snapshot = try IndexSnapshot(OpenFile(path, .reading), damage: damage, termTables: tables)
            }
            return state.snapshot
        }
    }

    /// Makes a table of change positions, on disk or in memory, once lookups without a table have cost about as much as making the table.
    private func recordScanCost(_ scanned: Int, of snapshot: IndexSnapshot) throws(FileError) {
        if let live { return try live.recordScanCost(scanned, of: snapshot) }
        snapshot.termTables.makeIfWorthwhile(scanned, of: snapshot)
        let uncovered = snapshot.end - (snapshot.termTables.table(for: snapshot)?.end ?? 0)
        try state.withLock { state throws(FileError) in
            state.scanned += scanned
            guard state.scanned > Self.scansPerTable * max(uncovered, Self.minimumScan) else { return }
            try state.snapshot?.makeTable()
        }
    }

    /// The number of searches that cost as much as making an in-memory table of the same lines.
    private static let scansPerTable = 8
    /// The number of bytes read below which the cost of a table is not computed. Reading fewer bytes takes no measurable time.
    private static let minimumScan = 64 << 10
}

extension LibraryIndex {
    /// Returns the values of all records of a kind, oldest first. Records that do not match the type are skipped.
    package func all<Value: Decodable>(
        _ kind: RecordKind, as type: Value.Type = Value.self, where filter: RecordFilter? = nil
    ) throws(FileError) -> [Value] {
        var cursor = try records(of: kind, where: filter)
        var values: [Value] = []
        while let record = try cursor.next() {
            if let value = value(of: record, as: type) { values.append(value) }
        }
        return values.reversed()
    }

    /// Returns the value of the record with a key; `nil` if there is none, or if it does not match the type. A mismatch indicates damage.
    package func value<Value: Decodable>(of key: RecordKey) throws(FileError) -> Value? {
        try record(key).flatMap { value(of: $0) }
    }

    /// Returns the value of a record; `nil` if it does not match the type. A mismatch indicates damage.
    package func value<Value: Decodable>(of record: Record, as type: Value.Type = Value.self) -> Value? {
        do throws(FileError) { return try record.decode(type) } catch {
            damage.raise()
            return nil
        }
    }
}
