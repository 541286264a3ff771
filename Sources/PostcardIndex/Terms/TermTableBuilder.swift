import PostcardDisk

/// Collects the entries of a table of change positions.
struct TermTableBuilder {
    private let log: IndexSnapshot
    private let finder = TermFinder()
    private var entries: [TermTable.Entry]

    /// Returns the entries for all lines of a log.
    ///
    /// - Parameter old: a table of the first lines; `nil` to read all lines.
    /// - Returns: the entries; `nil` if there should be no table, because the table would be larger than the log, or because a line is
    /// damaged and every search must detect the damage.
    /// - Throws: `FileError` if the log cannot be read.
    static func entries(of log: IndexSnapshot, over old: TermTable?) throws(FileError) -> [TermTable.Entry]? {
        guard log.isTerminated else { return nil }
        var builder = TermTableBuilder(log: log, entries: old?.entries() ?? [])
        let start = builder.entries.isEmpty ? 0 : old?.end ?? 0
        // Reserving capacity avoids copying the list as it grows. Unused pages take no memory.
        builder.entries.reserveCapacity(builder.entries.count + (log.end - start) / typicalDistance)
        guard try builder.addLines(from: start), try builder.removeReplaced() else { return nil }
        let entries = builder.entries
        return entries.isEmpty || entries.count > log.end / TermTable.Entry.length ? nil : entries
    }

    /// The number of log bytes per entry that memory is reserved for.
    private static let typicalDistance = 256

    private init(log: IndexSnapshot, entries: [TermTable.Entry]) {
        self.log = log
        self.entries = entries
    }

    /// Adds the changes in all lines from `start` on.
    ///
    /// - Returns: `false` if a line is damaged.
    private mutating func addLines(from start: Int) throws(FileError) -> Bool {
        var isSound = true
        try log.forEachLine(from: start) { line, decoder throws(FileError) in
            switch line.outcome {
            case .sealed, .edited: decoder.withBytes(of: line.bytes) { add(decoder, in: $0, at: line.offset) }
            case .blank: break
            case .damaged, .newer: isSound = false
            }
        }
        return isSound
    }

    private mutating func add(_ decoder: LineDecoder, in bytes: UnsafeRawBufferPointer, at line: Int) {
        for change in decoder.changes {
            let position = KeyTable.Position(line: line, start: change.start, isDeletion: change.record == nil)
            entries.append(TermTable.Entry(term: IndexTerm(id: change.id(in: bytes)), position: position))
            guard let record = change.record else { continue }
            finder.forEachTerm(of: change.key(in: bytes).kind, bytes.slice(record)) { term in
                entries.append(TermTable.Entry(term: term, position: position))
            }
        }
    }

    /// Sorts the entries, and removes the entries for replaced changes.
    ///
    /// - Returns: `false` if a position no longer has a change.
    private mutating func removeReplaced() throws(FileError) -> Bool {
        entries.withUnsafeMutableBufferPointer { $0.sort() }
        var replaced: Set<KeyTable.Position> = []
        var start = 0
        while start < entries.count, entries[start].term.isID {
            var end = start + 1
            while end < entries.count, entries[end].term == entries[start].term { end += 1 }
            // Entries with the same term belong to one changed record, or to ids with the same prefix.
            if end - start > 1 {
                var newest: [[UInt8]: KeyTable.Position] = [:]
                for entry in entries[start..<end] {
                    guard let key = try log.keyText(at: entry.position) else { return false }
                    if let older = newest.updateValue(entry.position, forKey: key) { replaced.insert(older) }
                }
            }
            start = end
        }
        if !replaced.isEmpty { entries.removeAll { replaced.contains($0.position) } }
        return true
    }
}
