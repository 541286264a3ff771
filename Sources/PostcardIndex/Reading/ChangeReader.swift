import PostcardDisk

/// A reader that returns records by position. Records in the same line share one read.
struct ChangeReader {
    private let snapshot: IndexSnapshot
    private var decoder = LineDecoder()
    /// The last line that was read, with its position.
    private var line: (offset: Int, bytes: [UInt8])?

    init(_ snapshot: IndexSnapshot) { self.snapshot = snapshot }

    /// Returns the record whose change is at a position; `nil` if it can no longer be read.
    mutating func record(at position: KeyTable.Position) throws(FileError) -> Record? {
        try withChange(at: position) { change, bytes, decoder in
            change.record.map { decoder.record(of: change, json: $0, in: bytes) }
        } ?? nil
    }

    /// Calls `body` with the change at a position, the bytes that it refers to, and the decoder that read its line. Returns `nil` if the
    /// position contains no change.
    mutating func withChange<Result>(
        at position: KeyTable.Position, _ body: (ChangeSpan, UnsafeRawBufferPointer, LineDecoder) -> Result
    ) throws(FileError) -> Result? {
        if line?.offset != position.line {
            let bytes = try snapshot.line(at: position.line)
            let outcome = bytes.withUnsafeBytes { decoder.decode($0) }
            line = try snapshot.isValid(outcome) ? (position.line, bytes) : nil
        }
        return line?.bytes.withUnsafeBytes { line in
            decoder.withBytes(of: line) { bytes in decoder.change(at: position.start).map { body($0, bytes, decoder) } }
        }
    }
}
