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
