package import PostcardDisk

/// A cursor over the records of a kind.
///
///     var cursor = try index.records(of: .photo, where: RecordFilter("album", equals: album.id))
///     while let record = try cursor.next() { … }
///
/// The cursor returns the records as they were when it was created. Later changes do not affect the cursor.
package struct RecordCursor: ~Copyable {
    /// The order of the records.
    package enum Order: Sendable {
        /// The record with the newest change comes first. The index is read only as far as needed for the requested records.
        case newestFirst
        /// The record with the newest change comes last. The whole index is read before the first record is returned.
        case oldestFirst
    }

    private let order: Order
    private var scanner: NewestRecordScanner?
    /// The records that have been read but not returned yet; the last element is returned next.
    private var records: [Record] = []
    /// The positions of records that have not been read yet, for the order `oldestFirst`; the last element is read next.
    private var positions: [KeyTable.Position] = []
    private var reader: ChangeReader?

    /// Makes a cursor. `snapshot` is `nil` for an index without lines.
    init(_ snapshot: IndexSnapshot?, kind: RecordKind, idPrefix: String, order: Order, filter: RecordFilter?) {
        self.order = order
        scanner = snapshot.map { NewestRecordScanner($0, kind: kind, idPrefix: idPrefix, filter: filter) }
        reader = snapshot.map { ChangeReader($0) }
    }

    /// The number of bytes searched.
    var searched: Int { scanner?.searched ?? 0 }

    /// Returns the next record; `nil` after the last record.
    package mutating func next() throws(FileError) -> Record? {
        switch order {
        case .newestFirst:
            while records.isEmpty {
                guard let found = try scanner?.next({ _, record in record() }) else { return nil }
                records = found.reversed()
            }
            return records.popLast()
        case .oldestFirst:
            while let found = try scanner?.next({ position, _ in position }) { positions += found }
            scanner = nil
            while let position = positions.popLast() {
                if let record = try reader?.record(at: position) { return record }
            }
            return nil
        }
    }
}

/// A reader that finds the newest versions of records of a kind, line by line from the end of the log.
///
/// Lines not covered by a table on disk are searched. For earlier lines, the table lists the positions, unless the list is too long.
struct NewestRecordScanner {
    private let snapshot: IndexSnapshot
    private let kind: RecordKind
    private let idPrefix: String
    private let filter: RecordFilter?
    private let needle: ByteNeedle
    /// The prefix of the requested keys, as in `ChangeSpan.key`.
    private let keyStart: [UInt8]
    private var windows: BackwardWindows
    private var window: LineWindow?
    /// The lines of the window that have not been read yet; the last element is read next.
    private var lines: [Range<Int>] = []
    /// The list of positions for the lines before the windows; `nil` if the windows extend back to the start of the log.
    private var list: PostingList?
    private var reader: ChangeReader
    /// The records seen so far, used if the snapshot has no table of newest changes.
    private var seen = KeyTable()
    /// The position of the last record found through the list. Records at later positions were already returned.
    private var limit = KeyTable.Position(bits: .max)
    private var decoder = LineDecoder()
    /// The number of bytes searched.
    private(set) var searched = 0

    init(_ snapshot: IndexSnapshot, kind: RecordKind, idPrefix: String, filter: RecordFilter?) {
        self.snapshot = snapshot
        self.kind = kind
        self.idPrefix = idPrefix
        self.filter = filter
        keyStart = ChangeSpan.keyText(of: RecordKey(kind, idPrefix))
        needle = LineFormat.needle(for: kind, idPrefix: idPrefix)
        reader = ChangeReader(snapshot)
        list = PostingList(of: snapshot, kind: kind, idPrefix: idPrefix, filter: filter)
        windows = BackwardWindows(
            snapshot.file, from: snapshot.end, to: list?.end ?? 0, damage: snapshot.damage)
    }

    /// Returns the items for the newest records of the next line, last record first.
    ///
    /// - Parameter make: makes an item from a record's position and a closure that reads the record.
    /// - Returns: the items; `nil` at the start of the index.
    mutating func next<Item>(_ make: (KeyTable.Position, () -> Record) -> Item) throws(FileError) -> [Item]? {
        while lines.isEmpty {
            useNewTable()
            let end = windows.end
            guard let window = try windows.next() else { return try nextListed(make) }
            searched += end - windows.end
            lines = window.lines(containing: needle)
            self.window = window
        }
        guard let window, let range = lines.popLast() else { return nil }
        let line = window.bytes.slice(range)
        guard try snapshot.isValid(decoder.decode(line)) else { return [] }
        var items: [Item] = []
        let decoder = decoder
        try decoder.withBytes(of: line) { bytes throws(FileError) in
            for change in decoder.changes.reversed() where isWanted(change, in: bytes) {
                let position = KeyTable.Position(
                    line: window.offset + range.lowerBound, start: change.start, isDeletion: change.record == nil)
                guard try isNewest(bytes.slice(change.key), at: position), let json = change.record, position < limit,
                    filter?.matches(bytes.slice(json)) ?? true
                else { continue }
                items.append(make(position) { decoder.record(of: change, json: json, in: bytes) })
            }
        }
        return items
    }

    /// Returns the item for the next record in the list, as `next` does.
    private mutating func nextListed<Item>(
        _ make: (KeyTable.Position, () -> Record) -> Item
    ) throws(FileError) -> [Item]? {
        guard let position = list?.next() else { return nil }
        guard let record = try reader.record(at: position) else {
            stopUsingTable()
            return []
        }
        limit = position
        // The terms of a list are hashes, so the list may contain other records.
        guard record.key.kind == kind, record.key.id.hasPrefix(idPrefix) else { return [] }
        let isCurrent = try ChangeSpan.keyText(of: record.key).withBytes { key throws(FileError) in
            try isNewest(key, at: position)
        }
        guard isCurrent, record.json.withUnsafeBytes({ filter?.matches($0) ?? true }) else { return [] }
        return [make(position) { record }]
    }

    /// Switches to a list of positions if a table is made because many bytes have been searched.
    private mutating func useNewTable() {
        guard list == nil, snapshot.termTables.makeIfWorthwhile(searched, of: snapshot) else { return }
        list = PostingList(of: snapshot, kind: kind, idPrefix: idPrefix, filter: filter, before: windows.end)
        if let list { search(from: list.end, to: list.end) }
    }

    /// Searches the rest of the lines instead of using the list.
    private mutating func stopUsingTable() {
        guard let list else { return }
        snapshot.termTables.discard(list.table)
        search(from: list.end, to: 0)
        self.list = nil
    }

    private mutating func search(from end: Int, to start: Int) {
        windows = BackwardWindows(snapshot.file, from: end, to: start, damage: snapshot.damage)
    }

    private func isWanted(_ change: ChangeSpan, in line: UnsafeRawBufferPointer) -> Bool {
        change.key.count >= keyStart.count
            && keyStart.withUnsafeBytes { line.starts(with: $0, at: change.key.lowerBound) }
    }

    private mutating func isNewest(
        _ key: UnsafeRawBufferPointer, at position: KeyTable.Position
    ) throws(FileError) -> Bool {
        if let table = snapshot.table, let newest = try snapshot.position(of: key, in: table) {
            return newest == position
        }
        return try snapshot.enter(key, at: position, in: &seen) == nil
    }
}
