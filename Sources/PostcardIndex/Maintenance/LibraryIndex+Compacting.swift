package import PlatformFoundation
package import PostcardDisk

extension LibraryIndex {
    /// Removes older versions and deleted records from the index, then removes blobs without a record and unfinished files.
    ///
    /// Removed records cannot be restored. The other records keep their sequence numbers and dates. Other writers wait during compaction;
    /// readers do not. If the process dies, the index is either unchanged or compacted.
    ///
    /// A blob is stored before its record is committed, so a blob without a record is kept for the duration `grace` after it was last
    /// stored.
    ///
    /// - Parameters:
    ///   - date: the current time.
    ///   - blobs: the blobs of the same library.
    ///   - grace: how long a file without a record is kept. The duration must be longer than the time between storing a blob and committing
    ///     its record.
    ///   - references: returns the blobs that a record refers to. If `references` throws, nothing is changed.
    /// - Returns: the numbers of removed changes and files.
    /// - Throws: `FileError`, with code `damaged` if the index must be repaired first.
    package func compact(
        at date: Date, _ blobs: BlobStore, grace: Duration,
        references: (Record) throws(FileError) -> [BlobReference]
    ) throws(FileError) -> CompactionReport {
        let dateText = try text(of: date)
        let report = try withLock { () throws(FileError) in
            var report = CompactionReport()
            guard try !isLost(blobs) else {
                throw FileError(
                    .damaged,
                    "There are pictures in \(blobs.directory), but \(path) has no records of them. Nothing was "
                        + "removed. Restore a copy of the index, or repair the library first.")
            }
            // A quarantined line may be restored later, and its pictures will be needed then.
            var hashes = try DamagedLinesFile.hashes(in: directory)
            if let snapshot = try snapshot() {
                try compact(snapshot, date: dateText, &report) { record throws(FileError) in
                    for reference in try references(record) { hashes.insert(reference.hash.prefix) }
                }
            }
            let oldest = date.timeIntervalSince1970 - grace / .seconds(1)
            try blobs.forEachEntry { entry throws(FileError) in
                switch entry {
                case .blob(let hash, let status) where !hashes.contains(hash.prefix) && status.modified < oldest:
                    if try blobs.remove(hash) { report.countRemoved(status) }
                case .leftover(let path, let status, let isResumable) where !isResumable || status.modified < oldest:
                    if try FileSystem.remove(path) { report.countRemoved(status) }
                default: break
                }
            }
            return report
        }
        if let snapshot = try? snapshot() { snapshot.termTables.make(for: snapshot) }
        return report
    }

    private func compact(
        _ snapshot: IndexSnapshot, date: String, _ report: inout CompactionReport,
        visit: (Record) throws(FileError) -> Void
    ) throws(FileError) {
        var table = KeyTable()
        var isCompact = snapshot.isTerminated && snapshot.size == snapshot.end
        try snapshot.forEachLine { line, decoder throws(FileError) in
            guard try snapshot.isValid(line.outcome) else {
                guard line.outcome == .blank else { throw Self.needsRepair(line) }
                isCompact = false
                return
            }
            let replaced = try snapshot.enter(decoder, of: line, in: &table)
            report.removedChanges += replaced
            if line.outcome == .edited { isCompact = false }
        }
        let deleted = table.deletionCount
        report.removedChanges += deleted
        report.records = table.count - deleted
        report.bytesBefore = snapshot.size
        report.bytesAfter = snapshot.size
        isCompact = isCompact && report.removedChanges == 0
        let output = isCompact ? nil : try IndexRewriter(replacing: snapshot.file)
        try snapshot.forEachLine { line, decoder throws(FileError) in
            let records = try snapshot.newestRecords(of: line, decoder, by: table)
            for record in records { try visit(record) }
            guard let output, !records.isEmpty else { return }
            if line.outcome == .sealed && records.count == decoder.changes.count {
                return try output.append(line: line.bytes)
            }
            try output.append(
                sequence: decoder.sequence, date: decoder.dateText(in: line.bytes),
                changes: records.map { Change(key: $0.key, json: $0.json) })
        }
        guard let output else { return }
        try quarantineEditedTail(of: snapshot)
        // Sequence numbers continue from the highest number, even if its line was removed.
        try output.append(sequence: try snapshot.lastSequence() + 1, date: date, changes: [])
        report.bytesAfter = try output.finish()
    }

    private static func needsRepair(_ line: ScannedLine) -> FileError {
        FileError(
            .damaged,
            "Line \(line.number) of the index (byte \(line.offset)) is damaged. Nothing was changed. "
                + "Repair the library first.")
    }
}

extension CompactionReport {
    fileprivate mutating func countRemoved(_ status: FileStatus) {
        removedFiles += 1
        removedFileBytes += status.size
    }
}
