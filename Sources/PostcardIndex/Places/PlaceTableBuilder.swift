import PostcardDisk

/// Collects the entries of a table of places.
struct PlaceTableBuilder {
    private let log: IndexSnapshot
    private let finder = TermFinder()
    private var entries: [PlaceTable.Entry]

    /// Collects the entries of a table of all lines of a log.
    ///
    /// - Parameters:
    ///   - old: a table of the first of them.
    /// - Returns: the entries; nil if there should be no table: a line is damaged, which must be told again and again, or the table would be
    ///   larger than the log.
    /// - Throws: `LibraryError` when the log cannot be read.
    static func entries(of log: IndexSnapshot, over old: PlaceTable?) throws(LibraryError) -> [PlaceTable.Entry]? {
        guard log.isTerminated else { return nil }
        var builder = PlaceTableBuilder(log: log, entries: old?.entries() ?? [])
        let start = builder.entries.isEmpty ? 0 : old?.end ?? 0
        // Memory that is not used is not taken, and a list that grows is copied.
        builder.entries.reserveCapacity(builder.entries.count + (log.end - start) / usualDistance)
        guard try builder.addLines(from: start), try builder.removeReplaced() else { return nil }
        let entries = builder.entries
        return entries.isEmpty || entries.count > log.end / PlaceTable.Entry.length ? nil : entries
    }

    /// So many bytes of the log usually have an entry, or more.
    private static let usualDistance = 256

    private init(log: IndexSnapshot, entries: [PlaceTable.Entry]) {
        self.log = log
        self.entries = entries
    }

    /// Adds the changes of all lines from `start` on. False: there is a line that is damaged.
    private mutating func addLines(from start: Int) throws(LibraryError) -> Bool {
        var isSound = true
        try log.forEachLine(from: start) { line, decoder throws(LibraryError) in
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
            let place = KeyTable.Place(line: line, start: change.start, isDeletion: change.record == nil)
            entries.append(PlaceTable.Entry(term: PlaceTerm(id: change.id(in: bytes)), place: place))
            guard let record = change.record else { continue }
            finder.forEachTerm(of: change.key(in: bytes).kind, bytes.slice(record)) { term in
                entries.append(PlaceTable.Entry(term: term, place: place))
            }
        }
    }

    /// Sorts the entries, and removes those of changes that later ones have replaced. False: a place has no change any more.
    private mutating func removeReplaced() throws(LibraryError) -> Bool {
        entries.withUnsafeMutableBufferPointer { $0.sort() }
        var replaced: Set<KeyTable.Place> = []
        var start = 0
        while start < entries.count, entries[start].term.isID {
            var end = start + 1
            while end < entries.count, entries[end].term == entries[start].term { end += 1 }
            // Ids that begin in the same way, or one that was changed.
            if end - start > 1 {
                var newest: [[UInt8]: KeyTable.Place] = [:]
                for entry in entries[start..<end] {
                    guard let key = try log.keyText(at: entry.place) else { return false }
                    if let older = newest.updateValue(entry.place, forKey: key) { replaced.insert(older) }
                }
            }
            start = end
        }
        if !replaced.isEmpty { entries.removeAll { replaced.contains($0.place) } }
        return true
    }
}
