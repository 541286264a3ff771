internal import PostcardDisk
internal import SystemPackage

/// Copies an index and mends it on the way.
struct IndexRepair {
    private let snapshot: IndexSnapshot
    private let output: IndexRewriter
    /// The number of the last line that was written.
    private var sequence = -1
    private var counter = SequenceCounter()
    /// Whether numbers are missing in what was written since the last line without changes.
    private var hasGap = false
    /// The present.
    private let date: String
    /// Damaged and empty lines that follow one another, with their line breaks; they are looked at together.
    private var stretch: [UInt8] = []
    private var damagedLines: DamagedLinesFile
    private(set) var report = RepairReport()

    /// - Parameter date: the present.
    init(_ snapshot: IndexSnapshot, date: String) throws(LibraryError) {
        self.snapshot = snapshot
        self.date = date
        output = try IndexRewriter(replacing: snapshot.file)
        damagedLines = DamagedLinesFile(
            in: snapshot.file.path.removingLastComponent(), number: try snapshot.lastSequence() + 1)
    }

    /// Replaces the index.
    mutating func run() throws(LibraryError) {
        var decoder = LineDecoder()
        try snapshot.forEachLine { line, lineDecoder throws(LibraryError) in
            switch line.outcome {
            case .sealed, .edited:
                try settle(&decoder)
                try copy(line.bytes, lineDecoder, isSealed: line.outcome == .sealed)
            case .newer: _ = try snapshot.counts(line.outcome)
            case .blank, .damaged:
                let isTooLong = stretch.count + line.count > LineFormat.maximumLength
                if isTooLong { try settle(&decoder) }
                if isTooLong || line.bytes.count < line.count {
                    try loseUnread(line)
                } else {
                    stretch += line.bytes
                    stretch.append(UInt8(ascii: "\n"))
                }
            }
        }
        try settle(&decoder)
        if let tail = try snapshot.editedTail() {
            try tail.withBytes { tail throws(LibraryError) in try lose(tail) }
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

    /// Writes what can be mended of the damaged lines so far, and sets the others aside.
    private mutating func settle(_ decoder: inout LineDecoder) throws(LibraryError) {
        guard !stretch.isEmpty else { return }
        let bytes = Array(stretch.dropLast())
        stretch.removeAll()
        for part in bytes.withUnsafeBytes(LineMender.parts) {
            switch part {
            case .mended(let line):
                report.mendedLines += 1
                try line.withBytes { line throws(LibraryError) in
                    _ = decoder.decode(line)
                    try copy(line, decoder, isSealed: true)
                }
            case .lost(let range):
                try bytes.withBytes { bytes throws(LibraryError) in try lose(bytes.slice(range)) }
            }
        }
    }

    private mutating func lose(_ line: UnsafeRawBufferPointer) throws(LibraryError) {
        report.lostLines += 1
        try damagedLines.append(line)
    }

    /// Sets a line aside that is too long to be looked at.
    private mutating func loseUnread(_ line: ScannedLine) throws(LibraryError) {
        report.lostLines += 1
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
