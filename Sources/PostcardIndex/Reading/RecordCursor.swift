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
