import PostcardCore
import PostcardDisk

extension IndexSnapshot {
    /// The records that a line which counts has written, as far as no later change has replaced them.
    func newestRecords(
        of line: ScannedLine, _ decoder: LineDecoder, by table: KeyTable
    ) throws(LibraryError) -> [Record] {
        try decoder.withBytes(of: line.bytes) { bytes throws(LibraryError) in
            var records: [Record] = []
            for change in decoder.changes {
                if let json = change.record, try isNewest(change, in: bytes, of: line, by: table) {
                    records.append(decoder.record(of: change, json: json, in: bytes))
                }
            }
            return records
        }
    }
}

extension LineDecoder {
    /// Returns the syntax error in the records of the line decoded last; `nil` if there is none.
    func syntaxError(in line: UnsafeRawBufferPointer) -> String? {
        withBytes(of: line) { bytes in
            guard String(validating: bytes, as: UTF8.self) != nil else { return "it is not UTF-8" }
            for case let record? in changes.map(\.record) {
                var scanner = JSONScanner(bytes.slice(record))
                do throws(JSONSyntaxError) {
                    try scanner.skipValue()
                    try scanner.finish()
                } catch {
                    return "\(error.reason) at byte \(record.lowerBound + error.position + 1) of the line"
                }
            }
            return nil
        }
    }

    /// The changes of the line decoded last.
    func changes(in line: UnsafeRawBufferPointer) -> [Change] {
        withBytes(of: line) { bytes in
            changes.map { change in Change(key: change.key(in: bytes), json: change.record.map { Array(bytes[$0]) }) }
        }
    }

    /// The text of the date of the line decoded last.
    func dateText(in line: UnsafeRawBufferPointer) -> String {
        withBytes(of: line) { bytes in String(decoding: bytes[date], as: UTF8.self) }
    }
}
