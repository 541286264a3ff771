/// What can still be read of a damaged line.
struct LineSalvage {
    /// The changes that are whole. Nothing proves them: the checksum of the line does not fit.
    let changes: [Change]
    /// The text of its date, if that can be read.
    let date: String?

    init(_ line: UnsafeRawBufferPointer) {
        var changes: [Change] = []
        var start = 0
        while let found = Self.change.firstIndex(in: line, from: start) {
            if let (change, end) = Self.readChange(line, at: found) {
                changes.append(change)
                start = end
            } else {
                start = found + 1
            }
        }
        self.changes = changes
        date = Self.readDate(line)
    }

    private static let change = ByteNeedle(#"{"op":""#)
    private static let dateLength = 24

    private static func readChange(_ line: UnsafeRawBufferPointer, at start: Int) -> (Change, end: Int)? {
        var scanner = JSONScanner(line.slice(start..<line.count))
        guard (try? scanner.skipValue()) != nil,
            let value = try? JSONValue(parsing: line.slice(start..<start + scanner.position)),
            let change = try? EditedLine.change(value)
        else { return nil }
        return (change, start + scanner.position)
    }

    private static func readDate(_ line: UnsafeRawBufferPointer) -> String? {
        guard let name = ByteNeedle("\(LineFormat.date)").firstIndex(in: line) else { return nil }
        let start = name + LineFormat.date.utf8CodeUnitCount
        guard start + dateLength <= line.count, Timestamp.date(of: line[start..<start + dateLength]) != nil else {
            return nil
        }
        return String(decoding: line[start..<start + dateLength], as: UTF8.self)
    }
}
