import PlatformFoundation

extension Library {
    /// A condition that a change depends on, such as that a record is unchanged since the caller has read it.
    ///
    /// It is evaluated together with the change, while no other thread or process can write. It may read the library but must not change it. If it
    /// returns `false`, the change throws `LibraryError` with code `preconditionFailed`, and nothing is written.
    public typealias Condition = @Sendable () throws(LibraryError) -> Bool

    /// Changes records as `LibraryIndex.update` does, if the condition is true and the index is not lost.
    func update<Result: Sendable>(
        at date: Date? = nil, if condition: Condition? = nil,
        _ body: (inout IndexTransaction) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        try index.update(at: date ?? now) { (transaction) throws(LibraryError) in
            try index.requireLines(blobs)
            guard try condition?() ?? true else {
                throw LibraryError(
                    .preconditionFailed, "It was changed since it was looked at. Look again. Nothing was changed.")
            }
            return try body(&transaction)
        }
    }

    /// Adds a record, if the journal and the place that it belongs to exist.
    ///
    /// - Parameters:
    ///   - value: the record.
    ///   - kind: its kind.
    ///   - isChosen: whether a person chose its id.
    ///   - journal: the id of its journal; `nil` for none.
    ///   - place: the id of its place; `nil` for none.
    /// - Throws: `LibraryError` with code `notFound` for a missing journal or place, `conflict` for a chosen id that is used.
    func add<Value: Encodable & Identifiable<String>>(
        _ value: Value, as kind: RecordKind, isChosen: Bool, in journal: String? = nil, at place: String? = nil
    ) throws(LibraryError) -> Value {
        try update { (transaction) throws(LibraryError) in
            if let journal { try transaction.requireJournal(journal, place: place) }
            try transaction.add(value, for: RecordKey(kind, value.id), isChosen: isChosen)
        }
        return value
    }

    /// Returns the value of a record that is to be replaced; `nil` if there is none. A record that does not fit its type is deleted.
    func valueToReplace<Value: Decodable>(
        _ key: RecordKey, in transaction: inout IndexTransaction
    ) throws(LibraryError) -> Value? {
        guard let stored = try transaction.record(key) else { return nil }
        if let value: Value = index.value(of: stored) { return value }
        try transaction.delete(key)
        return nil
    }

    /// Changes an existing record.
    ///
    /// - Throws: `LibraryError` with code `notFound` for a missing record, or `preconditionFailed`; the error of `body`.
    func change<Value: Codable & Sendable>(
        _ kind: RecordKind, _ id: String, if condition: Condition?,
        _ body: (inout Value) throws(LibraryError) -> Void
    ) throws(LibraryError) -> Value {
        try update(if: condition) { (transaction) throws(LibraryError) in
            guard var value: Value = try transaction.record(RecordKey(kind, id))?.decode() else {
                throw LibraryError(.notFound, "The \(kind) \(id) is not there any more.")
            }
            try body(&value)
            try transaction.put(value, for: RecordKey(kind, id))
            return value
        }
    }
}

extension Library {
    /// Returns a Boolean value that indicates whether a text may be the beginning of an id. One or two letters may be a typing error, and a number
    /// may be a position in a list.
    private static func mayBeginID(_ text: String, of kind: RecordKind) -> Bool {
        let digits = text.hasPrefix("\(kind)-") ? text.dropFirst(kind.rawValue.count + 1) : text[...]
        return digits.count >= 3 && !text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Returns the record with an id, with a name according to `isNamed`, or with the beginning of an id, which may lack the kind.
    ///
    /// - Parameters:
    ///   - kind: the kind of the record.
    ///   - text: the text as typed.
    ///   - container: the id of the record that it belongs to, for the error.
    ///   - isExact: whether the beginning of an id is not accepted, such as before a change that cannot be undone.
    ///   - filter: the condition for records, unless the whole id is given.
    ///   - isNamed: returns whether a record has the name; `nil` for kinds without names.
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    func find<Value: Decodable>(
        _ kind: RecordKind, _ text: String, in container: String? = nil, isExact: Bool = false,
        where filter: RecordFilter? = nil, isNamed: ((Value) -> Bool)? = nil
    ) throws(LibraryError) -> Value {
        if let record = try index.record(RecordKey(kind, text)) { return try record.decode() }
        var (named, begun) = (Candidates<Value>(), Candidates<Value>())
        if let isNamed, !text.isEmpty {
            var cursor = try index.records(of: kind, where: filter)
            while let record = try cursor.next() {
                if let value: Value = index.value(of: record), isNamed(value) { try named.add(record) }
            }
        }
        if named.count == 0, !isExact, Self.mayBeginID(text, of: kind) {
            // A search by the prefix does not read records with other ids, of which there may be a million.
            let start = text.hasPrefix("\(kind)-") ? text : "\(kind)-\(text)"
            var cursor = try index.records(of: kind, idPrefix: start, where: filter)
            while let record = try cursor.next() { try begun.add(record) }
        }
        return try (named.count > 0 ? named : begun).only(kind, text, in: container, isExact: isExact)
    }
}

/// The records that a text may stand for.
private struct Candidates<Value: Decodable> {
    private(set) var count = 0
    private var value: Value?
    private var ids: [String] = []

    private static var maximumIDs: Int { 4 }

    mutating func add(_ record: Record) throws(LibraryError) {
        if count == 0 { value = try record.decode() }
        if count < Self.maximumIDs { ids.append(record.key.id) }
        count += 1
    }

    /// Returns the only record.
    ///
    /// - Throws: `LibraryError` with code `notFound` or `ambiguous`.
    func only(_ kind: RecordKind, _ text: String, in container: String?, isExact: Bool) throws(LibraryError) -> Value {
        guard let value else {
            throw LibraryError(
                .notFound, "There is no \(kind) \"\(text)\".",
                .list(kind: kind.rawValue, of: container, isExact: isExact))
        }
        guard count == 1 else {
            throw LibraryError(
                .ambiguous,
                "\"\(text)\" means \(count) of them: \(ids.joined(separator: ", "))\(count > ids.count ? " …" : "").")
        }
        return value
    }
}
