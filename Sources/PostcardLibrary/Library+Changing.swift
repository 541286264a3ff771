extension Library {
    /// The same library, whose changes are made only where `condition` holds.
    ///
    /// It is asked in one step with each change, while no other thread or process can write: what it sees is what is changed. It
    /// may read the library and must not change it. Where it does not hold, the change throws `LibraryError` with code
    /// `preconditionFailed`, and nothing is written. Downloads of albums, which take many changes, are not held to it.
    public func changing(
        if condition: @escaping @Sendable () throws(LibraryError) -> Bool
    ) -> Library {
        Library(self, condition: condition)
    }

    /// Changes records as `LibraryIndex.update` does, where the condition of this library holds.
    func update<Result: Sendable>(
        _ body: (inout IndexTransaction) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        try index.update(at: now) { (transaction) throws(LibraryError) in
            guard try condition?() ?? true else {
                throw LibraryError(
                    .preconditionFailed, "It was changed since it was looked at. Look again. Nothing was changed.")
            }
            return try body(&transaction)
        }
    }
}
