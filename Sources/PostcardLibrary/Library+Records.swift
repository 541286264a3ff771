import PlatformFoundation

extension Library {
    /// A condition that a change depends on, such as that a record has not changed since the caller read it.
    ///
    /// The condition is evaluated with the change, while no other thread or process can write. The condition may read but not change the
    /// library. If the condition is `false`, the change throws `LibraryError` with code `preconditionFailed`, and nothing is written.
    public typealias Condition = @Sendable () throws -> Bool

    /// Changes records like `LibraryIndex.update`, if the condition is true and the index is not lost.
    func update<Result: Sendable>(
        at date: Date? = nil, if condition: Condition? = nil,
        _ body: (inout IndexTransaction) throws -> Result
    ) throws -> Result {
        try index.update(at: date ?? now) { transaction in
            try index.requireLines(blobs)
            guard try condition?() ?? true else {
                throw LibraryError(
                    .preconditionFailed,
                    "The item was changed after it was read. Nothing was written. Read it again.")
            }
            return try body(&transaction)
        }
    }

    /// Adds a record if its journal and place exist.
    ///
    /// - Parameters:
    ///   - isChosen: true if the caller chose the id.
    ///   - journal: the id of the record's journal; `nil` for none.
    ///   - place: the id of the record's place; `nil` for none.
    /// - Throws: `LibraryError` with code `notFound` for a missing journal or place; `FileError` with code `conflict` if the chosen id is
    ///   already used.
    func add<Value: LibraryRecord>(
        _ value: Value, isChosen: Bool, in journal: Journal.ID? = nil, at place: JournalPlace.ID? = nil
    ) throws -> Value {
        try update { transaction in
            if let journal { try transaction.requireJournal(journal, place: place) }
            try transaction.add(value, for: RecordKey(value.id), isChosen: isChosen)
        }
        return value
    }

    /// Returns the current value of a record that is about to be replaced; `nil` if there is none. A record that does not match its type is
    /// deleted.
    func valueToReplace<Value: Decodable>(
        _ key: RecordKey, in transaction: inout IndexTransaction
    ) throws(FileError) -> Value? {
        guard let stored = try transaction.record(key) else { return nil }
        if let value: Value = index.value(of: stored) { return value }
        try transaction.delete(key)
        return nil
    }

    /// Changes an existing record.
    ///
    /// - Throws: `LibraryError` with code `notFound` for a missing record, or `preconditionFailed`; any error that `body` throws.
    func change<Value: LibraryRecord>(
        _ id: RecordID<Value>, if condition: Condition?, _ body: (inout Value) throws -> Void
    ) throws -> Value {
        try update(if: condition) { transaction in
            guard var value: Value = try transaction.record(RecordKey(id))?.decode() else {
                throw LibraryError(.notFound, "The \(Value.kind) \(id) no longer exists.")
            }
            try body(&value)
            try transaction.put(value, for: RecordKey(id))
            return value
        }
    }
}
