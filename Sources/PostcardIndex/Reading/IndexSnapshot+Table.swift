import PostcardDisk

extension IndexSnapshot {
    /// Finds out where the newest changes are, unless that is known. Reads what no table of places covers.
    mutating func makeTable() throws(LibraryError) {
        let start = placeTables.table(for: self)?.end ?? 0
        guard table == nil || start < tableStart else { return }
        table = KeyTable()
        tableStart = start
        do throws(LibraryError) { try extendTable(from: start) } catch {
            table = nil
            throw error
        }
    }

    /// Enters the changes of the lines from `start` on.
    mutating func extendTable(from start: Int) throws(LibraryError) {
        guard var table else { return }
        self.table = nil
        try forEachLine(from: start) { line, decoder throws(LibraryError) in
            guard try counts(line.outcome) else { return }
            try enter(decoder, of: line, in: &table)
        }
        self.table = table
    }

    /// Enters the changes of a line that counts, and returns how many were in place of others.
    @discardableResult
    func enter(_ decoder: LineDecoder, of line: ScannedLine, in table: inout KeyTable) throws(LibraryError) -> Int {
        var replaced = 0
        try decoder.withBytes(of: line.bytes) { bytes throws(LibraryError) in
            for change in decoder.changes {
                let place = KeyTable.Place(line: line.offset, start: change.start, isDeletion: change.record == nil)
                if try enter(bytes.slice(change.key), at: place, in: &table) != nil { replaced += 1 }
            }
        }
        return replaced
    }

    /// Returns a Boolean value that indicates whether a change of a line that counts is the newest of its record.
    func isNewest(
        _ change: ChangeSpan, in bytes: UnsafeRawBufferPointer, of line: ScannedLine, by table: KeyTable
    ) throws(LibraryError) -> Bool {
        let place = KeyTable.Place(line: line.offset, start: change.start, isDeletion: change.record == nil)
        return try self.place(of: bytes.slice(change.key), in: table) == place
    }

    /// Sets the place of a key, given as the bytes of `ChangeSpan.key`, and returns the one it had.
    @discardableResult
    func enter(
        _ key: UnsafeRawBufferPointer, at place: KeyTable.Place, in table: inout KeyTable
    ) throws(LibraryError) -> KeyTable.Place? {
        try table.set(hash: KeyTable.hash(key), to: place) { place throws(LibraryError) in try isKey(key, at: place) }
    }

    /// The place of a key, given as the bytes of `ChangeSpan.key`.
    func place(of key: UnsafeRawBufferPointer, in table: KeyTable) throws(LibraryError) -> KeyTable.Place? {
        try table.place(hash: KeyTable.hash(key)) { place throws(LibraryError) in try isKey(key, at: place) }
    }

    /// Returns a Boolean value that indicates whether the change at `place` is one of `key`.
    private func isKey(_ key: UnsafeRawBufferPointer, at place: KeyTable.Place) throws(LibraryError) -> Bool {
        let prefix = place.isDeletion ? LineFormat.delete : LineFormat.put
        let start = place.line + place.start + prefix.utf8CodeUnitCount
        let found = try file.read(key.count + 1, at: start)
        if found.last == UInt8(ascii: "\""), found.dropLast().elementsEqual(key) { return true }
        // Another key with the same hash, which hardly happens; or a line that a person has edited, in which places are
        // not bytes.
        var decoder = LineDecoder()
        let line = try line(at: place.line)
        return try line.withBytes { line throws(LibraryError) in
            guard try counts(decoder.decode(line)) else { return false }
            return decoder.withBytes(of: line) { bytes in
                guard let change = decoder.change(at: place.start) else { return false }
                return bytes[change.key].elementsEqual(key)
            }
        }
    }
}
