import PostcardDisk
import SystemPackage

/// A copy of an index that has only the lines which count.
struct IndexRepair {
    private let snapshot: IndexSnapshot
    private let output: IndexRewriter
    /// The number of the last line that was written.
    private var sequence = -1
    private var counter = SequenceCounter()
    /// A Boolean value that indicates whether numbers are missing in the lines written since the last one without
    /// changes.
    private var hasGap = false
    /// The present.
    private let date: String
    private var damagedLines: DamagedLinesFile
    private(set) var report = RepairReport()

    /// `date` is the present.
    init(_ snapshot: IndexSnapshot, date: String) throws(LibraryError) {
        self.snapshot = snapshot
        self.date = date
        output = try IndexRewriter(replacing: snapshot.file)
        damagedLines = DamagedLinesFile(
            in: snapshot.file.path.removingLastComponent(), number: try snapshot.lastSequence() + 1)
    }

    /// Replaces the index.
    mutating func run() throws(LibraryError) {
        try snapshot.forEachLine { line, decoder throws(LibraryError) in
            switch line.outcome {
            case .sealed, .edited: try copy(line.bytes, decoder, isSealed: line.outcome == .sealed)
            case .newer: _ = try snapshot.counts(line.outcome)
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
            try tail.withBytes { tail throws(LibraryError) in try damagedLines.append(tail) }
        }
        report.hasGap = hasGap
        if hasGap { try output.append(sequence: sequence + 1, date: date, changes: []) }
        report.damagedLinesPath = try damagedLines.finish()
        _ = try output.finish()
    }

    /// Writes a line that counts.
    private mutating func copy(
        _ line: UnsafeRawBufferPointer, _ decoder: LineDecoder, isSealed: Bool
    ) throws(LibraryError) {
        let isInOrder = decoder.sequence > sequence
        sequence = isInOrder ? decoder.sequence : sequence + 1
        if counter.advance(to: sequence) != nil { hasGap = true }
        if decoder.changes.isEmpty { hasGap = false }
        if !isInOrder { report.renumberedLines += 1 }
        if !isSealed { report.sealedLines += 1 }
        if isInOrder && isSealed {
            try output.append(line: line)
        } else {
            try output.append(
                sequence: sequence, date: decoder.dateText(in: line), changes: decoder.changes(in: line))
        }
    }

    /// Quarantines a line that is too long to be held in memory.
    private mutating func quarantineUnread(_ line: ScannedLine) throws(LibraryError) {
        var offset = line.offset
        let end = line.offset + line.count
        while offset < end {
            let piece = try snapshot.file.read(min(1 << 20, end - offset), at: offset)
            offset += piece.count
            try piece.withBytes { piece throws(LibraryError) in
                try damagedLines.append(piece, isWhole: offset == end)
            }
        }
    }
}
