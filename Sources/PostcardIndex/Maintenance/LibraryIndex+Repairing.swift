package import PlatformFoundation
package import PostcardDisk

extension LibraryIndex {
    /// Repairs what `check` finds in the index, as far as that is possible.
    ///
    /// Damaged lines are moved to a file of their own, and do not count any more. Lines that a person has edited, and removed
    /// the checksum of, get a new one. Nothing is dropped.
    ///
    /// Nobody else can write meanwhile; readers are not disturbed. If the process dies, the index is either as it was
    /// or repaired.
    ///
    /// - Returns: the changes that were made.
    /// - Throws: `LibraryError` when the index cannot be written, or is of a newer format.
    package func repair(at date: Date) throws(LibraryError) -> RepairReport {
        let dateText = try text(of: date)
        return try withLock { () throws(LibraryError) in
            guard let snapshot = try snapshot() else { return RepairReport() }
            var lastSequence = -1
            var counter = SequenceCounter()
            var hasGap = false
            var needsRepair = snapshot.size > snapshot.end || !snapshot.isTerminated
            try snapshot.forEachLine { line, decoder throws(LibraryError) in
                // Throws for a line of a newer format.
                _ = try snapshot.counts(line.outcome)
                if line.outcome == .sealed || line.outcome == .edited {
                    if counter.advance(to: decoder.sequence) != nil { hasGap = true }
                    if decoder.changes.isEmpty { hasGap = false }
                }
                if line.outcome == .sealed, decoder.sequence > lastSequence {
                    lastSequence = decoder.sequence
                } else {
                    needsRepair = true
                }
            }
            guard needsRepair || hasGap else { return RepairReport() }
            var repair = try IndexRepair(snapshot, date: dateText)
            try repair.run()
            return repair.report
        }
    }

    /// Repairs what `check` finds in the index and among the blobs, as far as that is possible.
    ///
    /// Blobs whose bytes are not what their names say are moved away, so that they can be put again.
    ///
    /// - Parameters:
    ///   - blobs: the blobs of the same library; all of them are read.
    /// - Returns: the changes that were made.
    /// - Throws: `LibraryError` when the library cannot be written, or is of a newer format.
    package func repair(at date: Date, _ blobs: BlobStore) throws(LibraryError) -> RepairReport {
        var report = try repair(at: date)
        try blobs.forEachEntry { entry throws(LibraryError) in
            guard case .blob(let hash, _) = entry, let found = try blobs.currentHash(of: hash), found != hash else {
                return
            }
            try blobs.setAside(hash)
            report.damagedBlobs.append(hash)
        }
        return report
    }
}
