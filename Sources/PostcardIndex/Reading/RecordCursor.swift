package import PostcardDisk

/// Goes through the records of a kind.
///
///     var cursor = try index.records(of: .photo, where: RecordFilter("album", equals: album.id))
///     while let record = try cursor.next() { … }
///
/// It goes through the records as they were when it was made, whatever is changed meanwhile.
package struct RecordCursor: ~Copyable {
    /// In which order records come.
    package enum Order: Sendable {
        /// Newest change first. No more of the index is read than is asked for.
        case newestFirst
        /// Newest change last. The whole index is read before the first record comes.
        case oldestFirst
    }

    private let order: Order
    private var scanner: NewestRecordScanner?
    /// Records that were read and not returned yet, the next one last.
    private var records: [Record] = []
    /// The positions of records that are not read yet, the next one last; in use if the oldest come first.
    private var places: [KeyTable.Place] = []
    private var reader: PlaceReader?

    /// `snapshot` is `nil` for an index without lines.
    init(_ snapshot: IndexSnapshot?, kind: RecordKind, idPrefix: String, order: Order, filter: RecordFilter?) {
        self.order = order
        scanner = snapshot.map { NewestRecordScanner($0, kind: kind, idPrefix: idPrefix, filter: filter) }
        reader = snapshot.map { PlaceReader($0) }
    }

    /// The number of bytes that were searched.
    var searched: Int { scanner?.searched ?? 0 }

    /// The next record; nil after the last.
    package mutating func next() throws(LibraryError) -> Record? {
        switch order {
        case .newestFirst:
            while records.isEmpty {
                guard let found = try scanner?.next({ _, record in record() }) else { return nil }
                records = found.reversed()
            }
            return records.popLast()
        case .oldestFirst:
            while let found = try scanner?.next({ place, _ in place }) { places += found }
            scanner = nil
            while let place = places.popLast() {
                if let record = try reader?.record(at: place) { return record }
            }
            return nil
        }
    }
}

/// Goes through the newest versions of the records of a kind, backwards, a line at a time.
///
/// Lines that no table of places covers are searched; of those before, the table tells which ones matter, unless they are too many.
struct NewestRecordScanner {
    private let snapshot: IndexSnapshot
    private let kind: RecordKind
    private let idPrefix: String
    private let filter: RecordFilter?
    private let needle: ByteNeedle
    /// The beginning of the keys that are looked for, as in `ChangeSpan.key`.
    private let keyStart: [UInt8]
    private var windows: BackwardWindows
    private var window: LineWindow?
    /// Lines of the window that were not looked at yet, the next one last.
    private var lines: [Range<Int>] = []
    /// The list that goes on where the windows end; nil if they go on to the start.
    private var list: PlaceList?
    private var reader: PlaceReader
    /// The records that were met, where the snapshot does not know which changes are the newest.
    private var seen = KeyTable()
    /// The place of the record that was found last: what comes later is known.
    private var limit = KeyTable.Place(bits: .max)
    private var decoder = LineDecoder()
    /// The number of bytes that were searched.
    private(set) var searched = 0

    init(_ snapshot: IndexSnapshot, kind: RecordKind, idPrefix: String, filter: RecordFilter?) {
        self.snapshot = snapshot
        self.kind = kind
        self.idPrefix = idPrefix
        self.filter = filter
        keyStart = ChangeSpan.keyText(of: RecordKey(kind, idPrefix))
        needle = LineFormat.needle(for: kind, idPrefix: idPrefix)
        reader = PlaceReader(snapshot)
        list = PlaceList(of: snapshot, kind: kind, idPrefix: idPrefix, filter: filter)
        windows = BackwardWindows(
            snapshot.file, from: snapshot.end, to: list?.end ?? 0, damage: snapshot.damage)
    }

    /// Returns the items that `make` makes of the newest records of the next line, the last record of the line first;
    /// `nil` at the start of the index. `make` gets a record's place, and a way to read it.
    mutating func next<Item>(_ make: (KeyTable.Place, () -> Record) -> Item) throws(LibraryError) -> [Item]? {
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
        guard try snapshot.counts(decoder.decode(line)) else { return [] }
        var items: [Item] = []
        let decoder = decoder
        try decoder.withBytes(of: line) { bytes throws(LibraryError) in
            for change in decoder.changes.reversed() where isLookedFor(change, in: bytes) {
                let place = KeyTable.Place(
                    line: window.offset + range.lowerBound, start: change.start, isDeletion: change.record == nil)
                guard try isNewest(bytes.slice(change.key), at: place), let json = change.record, place < limit,
                    filter?.matches(bytes.slice(json)) ?? true
                else { continue }
                items.append(make(place) { decoder.record(of: change, json: json, in: bytes) })
            }
        }
        return items
    }

    /// As `next`, for the records that the table tells of.
    private mutating func nextListed<Item>(
        _ make: (KeyTable.Place, () -> Record) -> Item
    ) throws(LibraryError) -> [Item]? {
        guard let place = list?.next() else { return nil }
        guard let record = try reader.record(at: place) else {
            stopUsingTable()
            return []
        }
        limit = place
        // A list has the hash of what is looked for.
        guard record.key.kind == kind, record.key.id.hasPrefix(idPrefix) else { return [] }
        let isCurrent = try ChangeSpan.keyText(of: record.key).withBytes { key throws(LibraryError) in
            try isNewest(key, at: place)
        }
        guard isCurrent, record.json.withUnsafeBytes({ filter?.matches($0) ?? true }) else { return [] }
        return [make(place) { record }]
    }

    /// Goes on with a list if so much was searched that a table was made.
    private mutating func useNewTable() {
        guard list == nil, snapshot.placeTables.payForSearching(searched, of: snapshot) else { return }
        list = PlaceList(of: snapshot, kind: kind, idPrefix: idPrefix, filter: filter, before: windows.end)
        if let list { search(from: list.end, to: list.end) }
    }

    /// Searches the lines that the list was of.
    private mutating func stopUsingTable() {
        guard let list else { return }
        snapshot.placeTables.discard(list.table)
        search(from: list.end, to: 0)
        self.list = nil
    }

    private mutating func search(from end: Int, to start: Int) {
        windows = BackwardWindows(snapshot.file, from: end, to: start, damage: snapshot.damage)
    }

    private func isLookedFor(_ change: ChangeSpan, in line: UnsafeRawBufferPointer) -> Bool {
        change.key.count >= keyStart.count
            && keyStart.withUnsafeBytes { line.starts(with: $0, at: change.key.lowerBound) }
    }

    private mutating func isNewest(
        _ key: UnsafeRawBufferPointer, at place: KeyTable.Place
    ) throws(LibraryError) -> Bool {
        if let table = snapshot.table, let newest = try snapshot.place(of: key, in: table) { return newest == place }
        return try snapshot.enter(key, at: place, in: &seen) == nil
    }
}

/// Reads records by their places; those of one line in one go.
struct PlaceReader {
    private let snapshot: IndexSnapshot
    private var decoder = LineDecoder()
    /// The line that was read last, and where it is.
    private var line: (offset: Int, bytes: [UInt8])?

    init(_ snapshot: IndexSnapshot) { self.snapshot = snapshot }

    /// The record whose change is at `place`; nil if that is not to be read any more.
    mutating func record(at place: KeyTable.Place) throws(LibraryError) -> Record? {
        try withChange(at: place) { change, bytes, decoder in
            change.record.map { decoder.record(of: change, json: $0, in: bytes) }
        } ?? nil
    }

    /// Calls `body` with the change at a place, the bytes that it refers to, and the decoder that has read its line; `nil` if no change
    /// is there.
    mutating func withChange<Result>(
        at place: KeyTable.Place, _ body: (ChangeSpan, UnsafeRawBufferPointer, LineDecoder) -> Result
    ) throws(LibraryError) -> Result? {
        if line?.offset != place.line {
            let bytes = try snapshot.line(at: place.line)
            let outcome = bytes.withUnsafeBytes { decoder.decode($0) }
            line = try snapshot.counts(outcome) ? (place.line, bytes) : nil
        }
        return line?.bytes.withUnsafeBytes { line in
            decoder.withBytes(of: line) { bytes in decoder.change(at: place.start).map { body($0, bytes, decoder) } }
        }
    }
}
