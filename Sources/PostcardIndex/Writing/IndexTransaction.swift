package import PlatformFoundation
package import PostcardDisk

/// Changes to an index that are collected while the writer lock is held, and written together.
package struct IndexTransaction: ~Copyable {
    /// The current time, which is recorded with the changes.
    package let date: Date
    private let index: LibraryIndex
    /// The lines to be written.
    private(set) var lines = [Line()]
    /// The newest change to each record that this transaction changes.
    private var newest: [RecordKey: Change] = [:]

    /// Changes that are written as one line.
    struct Line {
        var changes: [Change] = []
        /// The time of the changes; `nil` for the current time.
        var date: Date?
    }

    init(_ index: LibraryIndex, date: Date) {
        self.index = index
        self.date = date
    }

    /// Returns the newest version of a record, including the changes of this transaction; `nil` if it does not exist or was deleted.
    ///
    /// A record that this transaction has changed has the sequence number 0.
    package func record(_ key: RecordKey) throws(FileError) -> Record? {
        guard let change = newest[key] else { return try index.record(key) }
        return change.json.map { Record(key: key, sequence: 0, date: date, json: $0) }
    }

    /// Writes a record, replacing any existing version. Members of the existing record that are unknown to its type are kept.
    ///
    /// - Throws: `FileError` with code `invalidRecord` if the existing record does not match the type.
    package mutating func put<Value: Codable>(_ value: Value, for key: RecordKey) throws(FileError) {
        guard let stored = try record(key) else { return try add(value, for: key) }
        try stage(Change(key: key, json: RecordCoding.encode(value, over: stored)))
    }

    /// Writes a new record without checking for an existing record, which is faster for many records.
    ///
    /// - Parameters:
    ///   - value: the record.
    ///   - key: the key of the record.
    ///   - isChosen: true if the caller chose the id. If so, the method checks for an existing record.
    /// - Throws: `FileError` with code `conflict` if a current or deleted record already has the chosen id.
    package mutating func add(
        _ value: some Encodable, for key: RecordKey, isChosen: Bool = false
    ) throws(FileError) {
        if isChosen, let version = try index.newestVersion(of: key) {
            throw FileError(
                .conflict,
                version.record == nil
                    ? "\(key.id) was deleted. Restore it, or choose another id."
                    : "The \(key.kind) \(key.id) already exists.")
        }
        try stage(Change(key: key, json: RecordCoding.encode(value, for: key)))
    }

    /// Changes a record. Members that are unknown to the record's type are kept.
    ///
    /// - Returns: `false` if the record does not exist.
    package mutating func modify<Value: Codable>(
        _ type: Value.Type = Value.self, _ key: RecordKey, _ body: (inout Value) throws(FileError) -> Void
    ) throws(FileError) -> Bool {
        guard let stored = try record(key) else { return false }
        var value = try stored.decode(type)
        try body(&value)
        try stage(Change(key: key, json: RecordCoding.encode(value, over: stored)))
        return true
    }

    /// Writes a record given as a JSON object in UTF-8, replacing an existing record and all its members.
    package mutating func put(json: [UInt8], for key: RecordKey) throws(FileError) {
        try stage(Change(key: key, json: RecordCoding.minified(json, of: key)))
    }

    /// Deletes a record. The record can be restored until the next `compact`.
    package mutating func delete(_ key: RecordKey) throws(FileError) {
        try stage(Change(key: key, json: nil))
    }

    /// Checks that a blob exists with the right size, and that `compact` keeps it until this transaction is committed.
    ///
    /// - Throws: `FileError` with code `missingBlob` if the blob must be stored again.
    package func require(_ blob: BlobReference, in store: BlobStore) throws(FileError) {
        guard try store.isStored(blob) else { throw store.missing(blob.hash) }
    }

    /// Ends the line. Earlier changes form one unit, and later changes form another unit.
    ///
    /// All lines of a transaction are made durable together, which is faster than making each line durable separately. Readers may see only
    /// the first lines, and only the first lines may remain after a crash.
    package mutating func endLine() {
        lines.append(Line())
    }

    /// Writes a change from another library, with its original time, as a separate line. The record need not exist.
    package mutating func append(_ change: Change, madeAt date: Date) throws(FileError) {
        try change.key.validate()
        newest[change.key] = change
        lines.append(Line(changes: [change], date: date))
        endLine()
    }

    private mutating func stage(_ change: Change) throws(FileError) {
        try change.key.validate()
        // A line contains at most one change per record.
        if newest[change.key] != nil { lines[lines.count - 1].changes.removeAll { $0.key == change.key } }
        newest[change.key] = change
        lines[lines.count - 1].changes.append(change)
    }
}
