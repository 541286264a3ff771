extension Library {
    /// A condition that a change depends on, such as that a record still is what the caller has read.
    ///
    /// It is evaluated in one step with the change, while no other thread or process can write: what it sees is what is changed. It
    /// may read the library and must not change it. Where it returns `false`, the change throws `LibraryError` with code
    /// `preconditionFailed`, and nothing is written.
    public typealias Condition = @Sendable () throws(LibraryError) -> Bool

    /// Changes records as `LibraryIndex.update` does, if a condition is true and the index was not lost.
    func update<Result: Sendable>(
        if condition: Condition? = nil, _ body: (inout IndexTransaction) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        try index.update(at: now) { (transaction) throws(LibraryError) in
            try index.requireLines(blobs)
            guard try condition?() ?? true else {
                throw LibraryError(
                    .preconditionFailed, "It was changed since it was looked at. Look again. Nothing was changed.")
            }
            return try body(&transaction)
        }
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
