import PostcardDisk

/// A table of the positions of the newest change of each record, in 16 bytes for a slot: a million records take 32 MiB.
///
/// Places by the hashes of the keys. Different keys can have the same hash, so whoever looks one up says whether the key at
/// a place is the right one; of two keys with one hash, the second has a number that follows from it.
struct KeyTable: Sendable {
    /// The position of a change in a file of at most 512 GiB.
    struct Place: Sendable, Hashable, Comparable {
        let bits: UInt64

        /// `line` is the position of the line in the file. `start` is the position of the change in the line, in
        /// Postcard's own form.
        init(line: Int, start: Int, isDeletion: Bool) {
            bits = UInt64(line) << 25 | UInt64(start) << 1 | (isDeletion ? 1 : 0)
        }

        init(bits: UInt64) { self.bits = bits }

        var line: Int { Int(bits >> 25) }
        var start: Int { Int(bits >> 1 & 0xFF_FFFF) }
        var isDeletion: Bool { bits & 1 == 1 }

        static func < (left: Place, right: Place) -> Bool { left.bits < right.bits }
    }

    private var places: [UInt64: Place] = [:]
    /// The number of keys.
    var count: Int { places.count }
    /// The number of keys whose newest change deletes a record.
    var deletionCount: Int { places.values.count(where: \.isDeletion) }

    /// The hash of a key, given as the bytes of `ChangeSpan.key`.
    static func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: key)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// The place of a key. `isKey` tells whether the key is the one at a place.
    func place(
        hash: UInt64, where isKey: (Place) throws(LibraryError) -> Bool
    ) throws(LibraryError) -> Place? {
        places[try number(of: hash, where: isKey)]
    }

    /// Sets the place of a key, and returns the one it had.
    @discardableResult
    mutating func set(
        hash: UInt64, to place: Place, where isKey: (Place) throws(LibraryError) -> Bool
    ) throws(LibraryError) -> Place? {
        places.updateValue(place, forKey: try number(of: hash, where: isKey))
    }

    /// Odd, so that every number is come to in the end, and large, so that those of similar hashes are not.
    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    private func number(
        of hash: UInt64, where isKey: (Place) throws(LibraryError) -> Bool
    ) throws(LibraryError) -> UInt64 {
        var number = hash
        while let place = places[number], try !isKey(place) { number &+= Self.step }
        return number
    }
}

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
        return try withChange(at: place) { change, bytes, _ in bytes[change.key].elementsEqual(key) } ?? false
    }
}
