package import PlatformFoundation
package import PostcardDisk

/// Changes of an index that are being collected, while no other process or thread can change it.
package struct IndexTransaction: ~Copyable {
    /// The present, as it will be recorded.
    package let date: Date
    private let index: LibraryIndex
    /// The lines to be written.
    private(set) var lines = [Line()]
    /// The newest change of each record that has any, in whatever line it is.
    private var newest: [RecordKey: Change] = [:]

    /// Changes that are written as one line.
    struct Line {
        var changes: [Change] = []
        /// The time at which they were made, if that was not now.
        var date: Date?
    }

    init(_ index: LibraryIndex, date: Date) {
        self.index = index
        self.date = date
    }

    /// The newest version of a record, with the changes of this transaction; nil if there is none, or it was deleted.
    ///
    /// A record that this transaction has changed has the number 0 as long as it is not committed.
    package func record(_ key: RecordKey) throws(LibraryError) -> Record? {
        guard let change = newest[key] else { return try index.record(key) }
        return change.json.map { Record(key: key, sequence: 0, date: date, json: $0) }
    }

    /// Writes a record, new or in place of the one that is there. Members of that one which its type does not know are
    /// kept.
    ///
    /// - Throws: `LibraryError` with the code `invalidRecord` if the record that is there does not fit the type.
    package mutating func put<Value: Codable>(_ value: Value, for key: RecordKey) throws(LibraryError) {
        guard let stored = try record(key) else { return try add(value, for: key) }
        try stage(Change(key: key, json: RecordCoding.encode(value, over: stored)))
    }

    /// Writes a record that is known not to be there yet: it is not looked for, which makes this the quick way for
    /// many.
    ///
    /// - Parameters:
    ///   - isChosen: whether somebody chose the id, so that it is looked for all the same.
    /// - Throws: `LibraryError` with the code `conflict` for a chosen id that a record has, or had before it was deleted.
    package mutating func add(
        _ value: some Encodable, for key: RecordKey, isChosen: Bool = false
    ) throws(LibraryError) {
        if isChosen, let version = try index.newestVersion(of: key) {
            throw LibraryError(
                .conflict,
                version.record == nil
                    ? "\(key.id) was deleted. Restore it, or choose another id."
                    : "There is a \(key.kind) \(key.id) already.")
        }
        try stage(Change(key: key, json: RecordCoding.encode(value, for: key)))
    }

    /// Changes a record in place. Members that the type does not know are kept.
    ///
    /// - Returns: false if there is no such record.
    package mutating func modify<Value: Codable>(
        _ type: Value.Type = Value.self, _ key: RecordKey, _ body: (inout Value) throws(LibraryError) -> Void
    ) throws(LibraryError) -> Bool {
        guard let stored = try record(key) else { return false }
        var value = try stored.decode(type)
        try body(&value)
        try stage(Change(key: key, json: RecordCoding.encode(value, over: stored)))
        return true
    }

    /// Writes a record, given as a JSON object in UTF-8, new or in place of the one that is there, exactly as it is.
    package mutating func put(json: [UInt8], for key: RecordKey) throws(LibraryError) {
        try stage(Change(key: key, json: RecordCoding.minified(json, of: key)))
    }

    /// Deletes a record. It can be restored until the next `compact`.
    package mutating func delete(_ key: RecordKey) throws(LibraryError) {
        try stage(Change(key: key, json: nil))
    }

    /// Checks that a blob is there, with the right size, which no `compact` can remove before this transaction is
    /// committed.
    ///
    /// - Throws: `LibraryError` with the code `missingBlob` if it is not: put it again.
    package func require(_ blob: BlobReference, in store: BlobStore) throws(LibraryError) {
        guard try store.isStored(blob) else { throw store.missing(blob.hash) }
    }

    /// Ends the line: the changes so far are one unit, those that follow another.
    ///
    /// All lines of a transaction are made durable together, which is much quicker than one by one; but a crash, or a
    /// reader, may find the first of them without the later ones.
    package mutating func endLine() {
        lines.append(Line())
    }

    /// Writes a change that was made in another library at another time, as a line of its own. The record need not be there.
    package mutating func append(_ change: Change, madeAt date: Date) throws(LibraryError) {
        try change.key.validate()
        newest[change.key] = change
        lines.append(Line(changes: [change], date: date))
        endLine()
    }

    private mutating func stage(_ change: Change) throws(LibraryError) {
        try change.key.validate()
        // A line has at most one change of a record.
        if newest[change.key] != nil { lines[lines.count - 1].changes.removeAll { $0.key == change.key } }
        newest[change.key] = change
        lines[lines.count - 1].changes.append(change)
    }
}
