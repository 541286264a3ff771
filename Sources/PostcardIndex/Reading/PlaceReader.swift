import PostcardDisk

/// Reads records by their places; those of one line in one go.
struct PlaceReader {
    private let snapshot: IndexSnapshot
    private var decoder = LineDecoder()
    /// The line that was read last, and where it is.
    private var line: (offset: Int, bytes: [UInt8])?

    init(_ snapshot: IndexSnapshot) { self.snapshot = snapshot }

    /// The record whose change is at `place`; nil if that is not to be read any more.
    mutating func record(at place: KeyTable.Place) throws(LibraryError) -> Record? {
        if line?.offset != place.line {
            let bytes = try snapshot.line(at: place.line)
            let outcome = bytes.withUnsafeBytes { decoder.decode($0) }
            line = try snapshot.counts(outcome) ? (place.line, bytes) : nil
        }
        return line?.bytes.withUnsafeBytes { line in
            decoder.withBytes(of: line) { bytes in
                guard let change = decoder.change(at: place.start), let json = change.record else { return nil }
                return decoder.record(of: change, json: json, in: bytes)
            }
        }
    }
}
