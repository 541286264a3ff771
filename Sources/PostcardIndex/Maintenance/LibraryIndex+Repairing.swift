package import PlatformFoundation
package import PostcardDisk
import SystemPackage

extension LibraryIndex {
    /// Repairs the damage that `check` finds in the index, as far as possible.
    ///
    /// Damaged lines are moved to a separate file and never used again. A checksum is added to lines that lack one because a person
    /// edited them. Nothing is deleted.
    ///
    /// Other writers wait during the repair; readers do not. If the process dies, the index is either unchanged or repaired.
    ///
    /// - Returns: the changes that were made.
    /// - Throws: `FileError` if the index cannot be written, or has a newer format.
    package func repair(at date: Date) throws(FileError) -> RepairReport {
        let dateText = try text(of: date)
        return try withLock { () throws(FileError) in
            guard let snapshot = try snapshot() else { return RepairReport() }
            var lastSequence = -1
            var counter = SequenceCounter()
            var needsRepair = snapshot.size > snapshot.end || !snapshot.isTerminated
            try snapshot.forEachLine { line, decoder throws(FileError) in
                // The call throws for a line in a newer format.
                _ = try snapshot.isValid(line.outcome)
                if line.outcome == .sealed || line.outcome == .edited {
                    counter.advance(to: decoder.sequence, hasChanges: !decoder.changes.isEmpty)
                }
                if line.outcome == .sealed, decoder.sequence > lastSequence {
                    lastSequence = decoder.sequence
                } else {
                    needsRepair = true
                }
            }
            guard needsRepair || counter.hasGap else { return RepairReport() }
            var repair = try IndexRepair(snapshot, date: dateText)
            try repair.run()
            return repair.report
        }
    }

    /// Repairs the damage that `check` finds in the index and the blobs, as far as possible.
    ///
    /// Blobs whose bytes do not match the hashes in their names are quarantined, so that they can be stored again.
    ///
    /// - Parameters:
    ///   - date: the current time.
    ///   - blobs: the blobs of the same library; all of them are read.
    /// - Returns: the changes that were made.
    /// - Throws: `FileError` if the library cannot be written, or has a newer format.
    package func repair(at date: Date, _ blobs: BlobStore) throws(FileError) -> RepairReport {
        var report = try repair(at: date)
        try blobs.forEachEntry { entry throws(FileError) in
            guard case .blob(let hash, _) = entry, let found = try BlobStore.hash(ofFile: blobs.path(of: hash)),
                found != hash
            else { return }
            try blobs.quarantine(hash)
            report.damagedBlobs.append(hash)
        }
        return report
    }
}

/// A repair of an index, which copies the valid lines and replaces the index with the copy.
struct IndexRepair {
    private let snapshot: IndexSnapshot
    private let output: IndexRewriter
    /// The sequence number of the last line written.
    private var sequence = -1
    private var counter = SequenceCounter()
    /// The current date as text.
    private let date: String
    private var damagedLines: DamagedLinesFile
    private(set) var report = RepairReport()

    /// Begins a repair. `date` is the current date as text.
    init(_ snapshot: IndexSnapshot, date: String) throws(FileError) {
        self.snapshot = snapshot
        self.date = date
        output = try IndexRewriter(replacing: snapshot.file)
        damagedLines = DamagedLinesFile(
            in: snapshot.file.path.removingLastComponent(), number: try snapshot.lastSequence() + 1)
    }

    /// Writes the copy, and replaces the index.
    mutating func run() throws(FileError) {
        try snapshot.forEachLine { line, decoder throws(FileError) in
            switch line.outcome {
            case .sealed, .edited: try copy(line.bytes, decoder, isSealed: line.outcome == .sealed)
            case .newer: _ = try snapshot.isValid(line.outcome)
            case .blank: break
            case .damaged:
                report.quarantinedLines += 1
                if line.bytes.count < line.count {
                    try quarantineUnread(line)
                } else {
                    try damagedLines.append(line.bytes)
                }
            }
        }
        if let tail = try snapshot.editedTail() {
            report.quarantinedLines += 1
            try tail.withBytes { tail throws(FileError) in try damagedLines.append(tail) }
        }
        report.hasGap = counter.hasGap
        if counter.hasGap { try output.append(sequence: sequence + 1, date: date, changes: []) }
        report.damagedLinesPath = try damagedLines.finish()
        _ = try output.finish()
    }

    /// Writes a valid line.
    private mutating func copy(
        _ line: UnsafeRawBufferPointer, _ decoder: LineDecoder, isSealed: Bool
    ) throws(FileError) {
        let isInOrder = decoder.sequence > sequence
        sequence = isInOrder ? decoder.sequence : sequence + 1
        counter.advance(to: sequence, hasChanges: !decoder.changes.isEmpty)
        if !isInOrder { report.renumberedLines += 1 }
        if !isSealed { report.sealedLines += 1 }
        if isInOrder && isSealed {
            try output.append(line: line)
        } else {
            try output.append(
                sequence: sequence, date: decoder.dateText(in: line), changes: decoder.changes(in: line))
        }
    }

    /// Quarantines a line that is too long to fit in memory, piece by piece.
    private mutating func quarantineUnread(_ line: ScannedLine) throws(FileError) {
        var offset = line.offset
        let end = line.offset + line.count
        while offset < end {
            let piece = try snapshot.file.read(min(1 << 20, end - offset), at: offset)
            offset += piece.count
            try piece.withBytes { piece throws(FileError) in
                try damagedLines.append(piece, isWhole: offset == end)
            }
        }
    }
}
