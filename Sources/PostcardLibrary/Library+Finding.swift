extension Library {
    /// The record that `text` means: its id, the beginning of its id with or without the kind, or what `isNamed` says.
    ///
    /// - Parameters:
    ///   - list: the command that lists all of the kind, for the error.
    ///   - filter: chooses among them, unless the whole id is given.
    ///   - isNamed: whether a record is called so.
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    func find<Value: Decodable & Identifiable<String>>(
        _ kind: RecordKind, _ text: String, list: String, where filter: RecordFilter? = nil,
        isNamed: (Value) -> Bool = { _ in false }
    ) throws(LibraryError) -> Value {
        if let record = try index.record(RecordKey(kind, text)) { return try record.decode() }
        let all = try index.all(kind, as: Value.self, where: filter)
        let named = all.filter(isNamed)
        let found = named.isEmpty ? all.filter { $0.id.hasPrefix(text) || $0.id.hasPrefix("\(kind)-\(text)") } : named
        guard let value = found.first, !text.isEmpty else {
            throw LibraryError(.notFound, "There is no \(kind) \"\(text)\". See all with: \(list)")
        }
        guard found.count == 1 else {
            let ids = found.prefix(4).map(\.id).joined(separator: ", ")
            throw LibraryError(
                .conflict, "\"\(text)\" means \(found.count) of them: \(ids)\(found.count > 4 ? " …" : "").")
        }
        return value
    }
}
