/// Goes through the records of a kind, reading only as much of the index as it was asked for.
///
///     var cursor = try index.records(of: .photo, where: RecordFilter("album", equals: album.id))
///     while let record = try cursor.next() { … }
///
/// It goes through the records as they were when it was made, whatever is changed meanwhile.
public struct RecordCursor: ~Copyable {
    /// In which order records come.
    public enum Order: Sendable {
        /// Those that were changed last come first. The first records come at once.
        case newestFirst
        /// Those that were changed last come last. The whole index is read before the first record comes.
        case oldestFirst
    }

    private enum Windows {
        case none
        case backward(BackwardWindows)
        case forward(ForwardWindows)
    }

    private let snapshot: IndexSnapshot?
    private let filter: RecordFilter?
    private let needle: ByteNeedle
    private let kind: [UInt8]
    private let isBackward: Bool
    private var windows: Windows
    private var window: LineWindow?
    /// Lines of the window that were not looked at yet, the next one last.
    private var lines: [Range<Int>] = []
    /// Records of the last line that were not returned yet, the next one last.
    private var records: [Record] = []
    /// Which records were met, where the snapshot does not know which changes are the newest.
    private var seen = KeyTable()
    private var decoder = LineDecoder()

    /// - Parameter snapshot: with a table, if records shall come oldest first; nil for an index without lines.
    init(_ snapshot: IndexSnapshot?, kind: RecordKind, order: Order, filter: RecordFilter?) {
        self.snapshot = snapshot
        self.filter = filter
        self.kind = Array(kind.rawValue.utf8)
        needle = LineFormat.needle(for: kind)
        isBackward = order == .newestFirst
        windows =
            switch (snapshot, order) {
            case (let snapshot?, .newestFirst): .backward(BackwardWindows(snapshot.file, from: snapshot.end))
            case (let snapshot?, .oldestFirst): .forward(ForwardWindows(snapshot.file, from: 0, to: snapshot.end))
            case (nil, _): .none
            }
    }

    /// The next record; nil after the last.
    public mutating func next() throws(LibraryError) -> Record? {
        while true {
            if let record = records.popLast() { return record }
            if let line = lines.popLast(), let window {
                try read(line, of: window)
            } else if let window = try nextWindow() {
                self.window = window
            } else {
                return nil
            }
        }
    }

    private mutating func nextWindow() throws(LibraryError) -> LineWindow? {
        let window: LineWindow?
        switch windows {
        case .none: window = nil
        case .backward(var backward):
            window = try backward.next()
            windows = .backward(backward)
            lines = window?.lines(containing: needle) ?? []
        case .forward(var forward):
            window = try forward.next()
            windows = .forward(forward)
            lines = window?.lines(containing: needle).reversed() ?? []
        }
        return window
    }

    private mutating func read(_ range: Range<Int>, of window: LineWindow) throws(LibraryError) {
        let line = window.bytes.slice(range)
        guard let snapshot, try snapshot.counts(decoder.decode(line)) else { return }
        let changes = isBackward ? decoder.changes.reversed() : decoder.changes
        // Taken out meanwhile, because both are changed together.
        var seen = seen
        self.seen = KeyTable()
        var found: [Record] = []
        try decoder.withBytes(of: line) { bytes throws(LibraryError) in
            for change in changes where isOfKind(change, in: bytes) {
                let place = KeyTable.Place(
                    line: window.offset + range.lowerBound, start: change.start, isDeletion: change.record == nil)
                guard try isNewest(bytes.slice(change.key), at: place, in: snapshot, seen: &seen), let json = change.record,
                    filter?.matches(bytes.slice(json)) ?? true
                else { continue }
                found.append(decoder.record(of: change, json: json, in: bytes))
            }
        }
        self.seen = seen
        records = found.reversed()
    }

    private func isOfKind(_ change: ChangeSpan, in line: UnsafeRawBufferPointer) -> Bool {
        line[change.key.lowerBound..<change.key.lowerBound + change.kindLength].elementsEqual(kind)
    }

    private func isNewest(
        _ key: UnsafeRawBufferPointer, at place: KeyTable.Place, in snapshot: IndexSnapshot, seen: inout KeyTable
    ) throws(LibraryError) -> Bool {
        if let table = snapshot.table { return try snapshot.place(of: key, in: table) == place }
        return try snapshot.enter(key, at: place, in: &seen) == nil
    }
}
