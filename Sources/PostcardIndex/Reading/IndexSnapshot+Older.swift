import PostcardDisk

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
