import PostcardDisk

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
