import PlatformFoundation

extension Library {
    /// A condition that a change depends on, such as that a record still is what the caller has read.
    ///
    /// It is evaluated in one step with the change, while no other thread or process can write: what it sees is what is changed. It
    /// may read the library and must not change it. Where it returns `false`, the change throws `LibraryError` with code
    /// `preconditionFailed`, and nothing is written.
    public typealias Condition = @Sendable () throws(LibraryError) -> Bool

    /// Changes records as `LibraryIndex.update` does, if a condition is true and the index was not lost.
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

    /// Writes a new record, if the journal and the place that it names are there.
    ///
    /// - Parameters:
    ///   - isChosen: whether somebody chose the id.
    /// - Throws: `LibraryError` with code `notFound` when journal or place have gone, `conflict` for a chosen id that was used.
    func add<Value: Encodable & Identifiable<String>>(
        _ value: Value, as kind: RecordKind, isChosen: Bool, in journal: String? = nil, at place: String? = nil
    ) throws(LibraryError) -> Value {
        try update { (transaction) throws(LibraryError) in
            if let journal { try transaction.requireJournal(journal, place: place) }
            try transaction.add(value, for: RecordKey(kind, value.id), isChosen: isChosen)
        }
        return value
    }

    /// The value of a record that another one is to be put in place of; one that is none of its kind is deleted.
    func valueToReplace<Value: Decodable>(
        _ key: RecordKey, in transaction: inout IndexTransaction
    ) throws(LibraryError) -> Value? {
        guard let stored = try transaction.record(key) else { return nil }
        if let value: Value = index.value(of: stored) { return value }
        try transaction.delete(key)
        return nil
    }

    /// Changes a record that is there.
    ///
    /// - Throws: `LibraryError` with code `notFound` when it has gone, `preconditionFailed`; what `body` throws.
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
    /// Digits alone are a position in a list, and one or two letters a slip of the keys: neither is taken for the beginning of an id.
    private static func mayBeginID(_ text: String, of kind: RecordKind) -> Bool {
        let digits = text.hasPrefix("\(kind)-") ? text.dropFirst(kind.rawValue.count + 1) : text[...]
        return digits.count >= 3 && !text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// The record that `text` means: its id, what `isNamed` says, or the beginning of its id with or without the kind.
    ///
    /// - Parameters:
    ///   - kind: the kind of the record.
    ///   - text: the text that was typed.
    ///   - container: the id of the record that it is searched in, for the error.
    ///   - isExact: whether the beginning of an id is not enough, as for what cannot be taken back.
    ///   - filter: chooses among them, unless the whole id is given.
    ///   - isNamed: returns whether a record has the name; `nil` for kinds without names.
    /// - Throws: `LibraryError` with code `notFound` when there is none, `ambiguous` when there are several.
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
            // There may be a million others, which are not looked at.
            let start = text.hasPrefix("\(kind)-") ? text : "\(kind)-\(text)"
            var cursor = try index.records(of: kind, idPrefix: start, where: filter)
            while let record = try cursor.next() { try begun.add(record) }
        }
        return try (named.count > 0 ? named : begun).only(kind, text, in: container, isExact: isExact)
    }
}

/// Records that a text may mean.
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

    /// The only one there is.
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
