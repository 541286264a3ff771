internal import PostcardDisk

extension IndexSnapshot {
    /// The keys of what was changed in steps with higher numbers than one, each once, those changed last first.
    ///
    /// - Parameter limit: the most keys; with more, nothing is told but the number.
    /// - Returns: the number of the last change, and the keys, `nil` where there are too many.
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
