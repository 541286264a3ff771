package import PostcardDisk

extension LibraryIndex {
    /// All records of a kind, oldest first, as values. Those that are none of their kind are left out.
    package func all<Value: Decodable>(
        _ kind: RecordKind, as type: Value.Type = Value.self, where filter: RecordFilter? = nil
    ) throws(LibraryError) -> [Value] {
        var cursor = try records(of: kind, order: .oldestFirst, where: filter)
        var values: [Value] = []
        while let record = try cursor.next() {
            if let value = value(of: record, as: type) { values.append(value) }
        }
        return values
    }

    /// The value of a record; nil if it is none of its kind, which the library then says once the command is done.
    package func value<Value: Decodable>(of record: Record, as type: Value.Type = Value.self) -> Value? {
        do throws(LibraryError) { return try record.decode(type) } catch {
            damage.raise()
            return nil
        }
    }
}
