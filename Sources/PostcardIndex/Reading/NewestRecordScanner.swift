internal import PostcardDisk

/// Goes through the newest versions of the records of a kind, backwards, a line at a time.
struct NewestRecordScanner {
    private let snapshot: IndexSnapshot
    private let filter: RecordFilter?
    private let needle: ByteNeedle
    /// The beginning of the keys that are looked for, as in `ChangeSpan.key`.
    private let keyStart: [UInt8]
    private var windows: BackwardWindows
    private var window: LineWindow?
    /// Lines of the window that were not looked at yet, the next one last.
    private var lines: [Range<Int>] = []
    /// The records that were met, where the snapshot does not know which changes are the newest.
    private var seen = KeyTable()
    private var decoder = LineDecoder()

    init(_ snapshot: IndexSnapshot, kind: RecordKind, idPrefix: String, filter: RecordFilter?) {
        self.snapshot = snapshot
        self.filter = filter
        keyStart = ChangeSpan.keyText(of: RecordKey(kind, idPrefix))
        needle = LineFormat.needle(for: kind, idPrefix: idPrefix)
        windows = BackwardWindows(snapshot.file, from: snapshot.end, damage: snapshot.damage)
    }

    /// Returns the items that `make` makes of the newest records of the next line, the last record of the line first;
    /// `nil` at the start of the index. `make` gets a record's place, and a way to read it.
    mutating func next<Item>(_ make: (KeyTable.Place, () -> Record) -> Item) throws(LibraryError) -> [Item]? {
        while lines.isEmpty {
            guard let window = try windows.next() else { return nil }
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
                guard try isNewest(bytes.slice(change.key), at: place), let json = change.record,
                    filter?.matches(bytes.slice(json)) ?? true
                else { continue }
                items.append(make(place) { decoder.record(of: change, json: json, in: bytes) })
            }
        }
        return items
    }

    private func isLookedFor(_ change: ChangeSpan, in line: UnsafeRawBufferPointer) -> Bool {
        change.key.count >= keyStart.count
            && keyStart.withUnsafeBytes { line.starts(with: $0, at: change.key.lowerBound) }
    }

    private mutating func isNewest(
        _ key: UnsafeRawBufferPointer, at place: KeyTable.Place
    ) throws(LibraryError) -> Bool {
        if let table = snapshot.table { return try snapshot.place(of: key, in: table) == place }
        return try snapshot.enter(key, at: place, in: &seen) == nil
    }
}
