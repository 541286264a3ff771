/// Encodes lines in canonical form.
enum LineEncoder {
    /// Returns a line with its line break. `date` is in the format of `Timestamp`.
    static func line(sequence: Int, date: String, changes: some Collection<Change>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(changes.reduce(96) { $0 + ($1.json?.count ?? 0) + $1.key.id.utf8.count + 64 })
        bytes.append(LineFormat.start)
        bytes += String(sequence).utf8
        bytes.append(LineFormat.date)
        bytes += date.utf8
        bytes.append(LineFormat.changes)
        for (index, change) in changes.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(change.json == nil ? LineFormat.delete : LineFormat.put)
            bytes += change.key.kind.rawValue.utf8
            bytes.append(LineFormat.id)
            bytes += change.key.id.utf8
            if let json = change.json {
                bytes.append(LineFormat.record)
                bytes += json
                bytes.append(UInt8(ascii: "}"))
            } else {
                bytes.append("\"}")
            }
        }
        bytes.append(UInt8(ascii: "]"))
        bytes += bytes.withUnsafeBytes(LineFormat.seal)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
