package import PostcardDisk

extension LibraryIndex {
    /// Returns the keys of records that changed after a sequence number. Each key occurs once. The keys are ordered by last change, newest
    /// first.
    ///
    /// - Returns: the sequence number of the last change, and the keys, or `nil` if there are more than `limit` keys.
    /// - Throws: `FileError` if the index cannot be read.
    package func changes(
        after sequence: Int, limit: Int
    ) throws(FileError) -> (last: Int, keys: [RecordKey]?) {
        var last: Int?
        var keys: [RecordKey] = []
        var known: Set<RecordKey> = []
        try snapshot()?.forEachLineFromEnd { line, decoder in
            last = last ?? decoder.sequence
            guard decoder.sequence > sequence else { return false }
            decoder.withBytes(of: line) { bytes in
                for change in decoder.changes {
                    let key = change.key(in: bytes)
                    if known.insert(key).inserted { keys.append(key) }
                }
            }
            return keys.count <= limit
        }
        return (last ?? 0, keys.count <= limit ? keys : nil)
    }

    /// Calls `body` with all replaced changes to records of a kind, oldest first. Reads the whole index.
    package func forEachOlderChange(
        of kind: RecordKind, _ body: (RecordKey, RecordVersion) throws(FileError) -> Void
    ) throws(FileError) {
        guard let snapshot = try snapshot() else { return }
        var table = KeyTable()
        try snapshot.forEachLine { line, decoder throws(FileError) in
            if try snapshot.isValid(line.outcome) { try snapshot.enter(decoder, of: line, in: &table) }
        }
        try snapshot.forEachLine { line, decoder throws(FileError) in
            guard try snapshot.isValid(line.outcome) else { return }
            try decoder.withBytes(of: line.bytes) { bytes throws(FileError) in
                for change in decoder.changes {
                    let key = change.key(in: bytes)
                    guard key.kind == kind, try !snapshot.isNewest(change, in: bytes, of: line, by: table) else {
                        continue
                    }
                    try body(key, decoder.version(of: change, in: bytes))
                }
            }
        }
    }

    /// Returns the deleted records of a kind that can be restored, as they were before deletion, most recently deleted first.
    package func deletedRecords(of kind: RecordKind) throws(FileError) -> [DeletedRecord] {
        /// The state of a record, determined by reading backward from its newest change.
        enum State {
            case deleted(RecordVersion, order: Int)
            case settled
        }
        var states: [RecordKey: State] = [:]
        var found: [(order: Int, record: DeletedRecord)] = []
        try snapshot()?.forEachLineFromEnd(containing: LineFormat.needle(for: kind)) { line, decoder in
            decoder.withBytes(of: line) { bytes in
                for change in decoder.changes.reversed() {
                    let key = change.key(in: bytes)
                    guard key.kind == kind else { continue }
                    let version = decoder.version(of: change, in: bytes)
                    switch (states[key], version.record) {
                    case (nil, nil): states[key] = .deleted(version, order: states.count)
                    case (.deleted(let deletion, let order), let record?):
                        let deleted = DeletedRecord(record: record, sequence: deletion.sequence, date: deletion.date)
                        found.append((order, deleted))
                        states[key] = .settled
                    case (nil, _?): states[key] = .settled
                    default: break
                    }
                }
            }
            return true
        }
        return found.sorted { $0.order < $1.order }.map(\.record)
    }
}
