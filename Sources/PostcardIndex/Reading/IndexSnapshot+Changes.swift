import PostcardDisk

extension IndexSnapshot {
    /// Returns the keys of records that were changed after a sequence number, each once, those changed last first.
    ///
    /// - Parameters:
    ///   - sequence: the sequence number.
    ///   - limit: the maximum number of keys.
    /// - Returns: the number of the last change, and the keys, `nil` for more than `limit`.
    /// - Throws: `LibraryError` when the index cannot be read.
    func changes(
        after sequence: Int, limit: Int
    ) throws(LibraryError) -> (last: Int, keys: [RecordKey]?) {
        var last: Int?
        var keys: [RecordKey] = []
        var known: Set<RecordKey> = []
        var windows = BackwardWindows(file, from: end, damage: damage)
        var decoder = LineDecoder()
        while let window = try windows.next() {
            var lines: [Range<Int>] = []
            window.forEachLine { lines.append($0) }
            for range in lines.reversed() {
                let line = window.bytes.slice(range)
                guard try counts(decoder.decode(line)) else { continue }
                last = last ?? decoder.sequence
                guard decoder.sequence > sequence else { return (last ?? 0, keys) }
                decoder.withBytes(of: line) { bytes in
                    for change in decoder.changes {
                        let key = change.key(in: bytes)
                        if known.insert(key).inserted { keys.append(key) }
                    }
                }
                guard keys.count <= limit else { return (last ?? 0, nil) }
            }
        }
        return (last ?? 0, keys)
    }
}

extension IndexSnapshot {
    /// Calls `body` with all changes of records of a kind that later ones have replaced, oldest first. Reads the whole index.
    func forEachOlderChange(
        of kind: RecordKind, _ body: (RecordKey, RecordVersion) throws(LibraryError) -> Void
    ) throws(LibraryError) {
        var table = KeyTable()
        try forEachLine { line, decoder throws(LibraryError) in
            if try counts(line.outcome) { try enter(decoder, of: line, in: &table) }
        }
        try forEachLine { line, decoder throws(LibraryError) in
            guard try counts(line.outcome) else { return }
            try decoder.withBytes(of: line.bytes) { bytes throws(LibraryError) in
                for change in decoder.changes {
                    let key = change.key(in: bytes)
                    guard key.kind == kind, try !isNewest(change, in: bytes, of: line, by: table) else { continue }
                    try body(key, decoder.version(of: change, in: bytes))
                }
            }
        }
    }
}

extension IndexSnapshot {
    /// The records of a kind whose newest change deletes them, with what they were before, those deleted last first.
    func deletedRecords(of kind: RecordKind) throws(LibraryError) -> [DeletedRecord] {
        /// The state of a record, read from its newest change on.
        enum State {
            case deleted(RecordVersion, order: Int)
            case settled
        }
        var states: [RecordKey: State] = [:]
        var found: [(order: Int, record: DeletedRecord)] = []
        var windows = BackwardWindows(file, from: end, damage: damage)
        var decoder = LineDecoder()
        let needle = LineFormat.needle(for: kind)
        while let window = try windows.next() {
            for range in window.lines(containing: needle).reversed() {
                let line = window.bytes.slice(range)
                guard try counts(decoder.decode(line)) else { continue }
                decoder.withBytes(of: line) { bytes in
                    for change in decoder.changes.reversed() {
                        let key = change.key(in: bytes)
                        guard key.kind == kind else { continue }
                        let version = decoder.version(of: change, in: bytes)
                        switch (states[key], version.record) {
                        case (nil, nil): states[key] = .deleted(version, order: states.count)
                        case (.deleted(let deletion, let order), let record?):
                            let deleted = DeletedRecord(
                                record: record, sequence: deletion.sequence, date: deletion.date)
                            found.append((order, deleted))
                            states[key] = .settled
                        case (nil, _?): states[key] = .settled
                        default: break
                        }
                    }
                }
            }
        }
        return found.sorted { $0.order < $1.order }.map(\.record)
    }
}
