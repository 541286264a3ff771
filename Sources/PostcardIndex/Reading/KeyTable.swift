import PostcardDisk

/// An in-memory table of the newest change to each record. The table takes 16 bytes per slot: 32 MiB for a million records.
///
/// Positions are found by key hash. Hashes can collide, so callers check the key at a position. A second key with the same hash is stored
/// under another number, which is derived from the hash.
struct KeyTable: Sendable {
    /// The position of a change in a file of at most 512 GiB.
    struct Position: Sendable, Hashable, Comparable {
        let bits: UInt64

        /// Makes a position.
        ///
        /// - Parameters:
        ///   - line: the position of the line in the file.
        ///   - start: the position of the change in the canonical form of the line.
        ///   - isDeletion: true if the change deletes its record.
        init(line: Int, start: Int, isDeletion: Bool) {
            bits = UInt64(line) << 25 | UInt64(start) << 1 | (isDeletion ? 1 : 0)
        }

        init(bits: UInt64) { self.bits = bits }

        var line: Int { Int(bits >> 25) }
        var start: Int { Int(bits >> 1 & 0xFF_FFFF) }
        var isDeletion: Bool { bits & 1 == 1 }

        static func < (left: Position, right: Position) -> Bool { left.bits < right.bits }
    }

    private var positions: [UInt64: Position] = [:]
    var count: Int { positions.count }
    /// The number of keys whose newest change is a deletion.
    var deletionCount: Int { positions.values.count(where: \.isDeletion) }

    /// Returns the hash of a key, given as the bytes of `ChangeSpan.key`.
    static func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: key)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Returns the position of a key; `nil` if the key has none. `isKey` returns true if the key at a position is the right key.
    func position(
        hash: UInt64, where isKey: (Position) throws(FileError) -> Bool
    ) throws(FileError) -> Position? {
        positions[try number(of: hash, where: isKey)]
    }

    /// Sets the position of a key, and returns the previous position.
    @discardableResult
    mutating func set(
        hash: UInt64, to position: Position, where isKey: (Position) throws(FileError) -> Bool
    ) throws(FileError) -> Position? {
        positions.updateValue(position, forKey: try number(of: hash, where: isKey))
    }

    /// The distance between the numbers tried for one hash. The distance is odd, so all numbers are eventually tried, and large, so similar
    /// hashes try different numbers.
    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    private func number(
        of hash: UInt64, where isKey: (Position) throws(FileError) -> Bool
    ) throws(FileError) -> UInt64 {
        var number = hash
        while let position = positions[number], try !isKey(position) { number &+= Self.step }
        return number
    }
}

extension IndexSnapshot {
    /// Makes the table of the newest changes, unless it already exists. Lines covered by the table on disk are not read.
    mutating func makeTable() throws(FileError) {
        let start = termTables.table(for: self)?.end ?? 0
        guard table == nil || start < tableStart else { return }
        table = KeyTable()
        tableStart = start
        do throws(FileError) { try extendTable(from: start) } catch {
            table = nil
            throw error
        }
    }

    /// Adds the changes in the lines from `start` on to the table.
    mutating func extendTable(from start: Int) throws(FileError) {
        guard var table else { return }
        self.table = nil
        try forEachLine(from: start) { line, decoder throws(FileError) in
            guard try isValid(line.outcome) else { return }
            try enter(decoder, of: line, in: &table)
        }
        self.table = table
    }

    /// Adds the changes in a valid line, and returns the number of replaced changes.
    @discardableResult
    func enter(_ decoder: LineDecoder, of line: ScannedLine, in table: inout KeyTable) throws(FileError) -> Int {
        var replaced = 0
        try decoder.withBytes(of: line.bytes) { bytes throws(FileError) in
            for change in decoder.changes {
                let position = KeyTable.Position(
                    line: line.offset, start: change.start, isDeletion: change.record == nil)
                if try enter(bytes.slice(change.key), at: position, in: &table) != nil { replaced += 1 }
            }
        }
        return replaced
    }

    /// Returns true if a change in a valid line is the newest change to its record.
    func isNewest(
        _ change: ChangeSpan, in bytes: UnsafeRawBufferPointer, of line: ScannedLine, by table: KeyTable
    ) throws(FileError) -> Bool {
        let position = KeyTable.Position(line: line.offset, start: change.start, isDeletion: change.record == nil)
        return try self.position(of: bytes.slice(change.key), in: table) == position
    }

    /// Sets the position of a key, given as the bytes of `ChangeSpan.key`, and returns the previous position.
    @discardableResult
    func enter(
        _ key: UnsafeRawBufferPointer, at position: KeyTable.Position, in table: inout KeyTable
    ) throws(FileError) -> KeyTable.Position? {
        try table.set(hash: KeyTable.hash(key), to: position) { position throws(FileError) in
            try isKey(key, at: position)
        }
    }

    /// Returns the position of a key, given as the bytes of `ChangeSpan.key`; `nil` if the key has none.
    func position(of key: UnsafeRawBufferPointer, in table: KeyTable) throws(FileError) -> KeyTable.Position? {
        try table.position(hash: KeyTable.hash(key)) { position throws(FileError) in try isKey(key, at: position) }
    }

    /// Returns true if the change at a position is for `key`.
    private func isKey(_ key: UnsafeRawBufferPointer, at position: KeyTable.Position) throws(FileError) -> Bool {
        let prefix = position.isDeletion ? LineFormat.delete : LineFormat.put
        let start = position.line + position.start + prefix.utf8CodeUnitCount
        let found = try file.read(key.count + 1, at: start)
        if found.last == UInt8(ascii: "\""), found.dropLast().elementsEqual(key) { return true }
        // Either another key with the same hash is at the position, or the line was edited and positions refer to its rewritten form.
        return try withChange(at: position) { change, bytes, _ in bytes[change.key].elementsEqual(key) } ?? false
    }
}
