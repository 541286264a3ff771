import PostcardDisk

/// The places of the records that a table of places has for a question, newest first. There may be others among them that do not
/// belong there.
struct PlaceList {
    let table: PlaceTable
    /// The end of the lines that the list is of.
    let end: Int
    /// The next one last.
    private var places: [KeyTable.Place]

    /// Lists more than one record in so many bytes take longer than searching the log. In bytes.
    private static let leastDistance = 16 << 10

    /// Makes a list; nil if there is no table that can be used, or searching the log is quicker.
    ///
    /// - Parameters:
    ///   - kind: the kind of the records.
    ///   - idPrefix: the beginning of their ids.
    ///   - filter: chooses among them.
    ///   - end: the end of the lines that matter.
    init?(
        of log: IndexSnapshot, kind: RecordKind, idPrefix: String, filter: RecordFilter?, before end: Int = .max
    ) {
        guard let table = log.placeTables.table(for: log) else { return nil }
        let ranges = Self.terms(kind: kind, idPrefix: idPrefix, filter: filter).map { table.range(of: $0) }
        guard ranges.reduce(0, { $0 + ($1?.count ?? 0) }) <= table.end / Self.leastDistance else { return nil }
        let lists = ranges.compactMap { range in range.flatMap { table.places(of: $0) } }
        guard lists.count == ranges.count else {
            log.placeTables.discard(table)
            return nil
        }
        self.table = table
        self.end = min(end, table.end)
        // A record may be there for more than one reason.
        self.places = Set(lists.joined().lazy.filter { !$0.isDeletion && $0.line < end }).sorted()
    }

    /// The next place; nil after the last.
    mutating func next() -> KeyTable.Place? { places.popLast() }

    /// Alternatives of which a record must have at least one.
    private static func terms(
        kind: RecordKind, idPrefix: String, filter: RecordFilter?
    ) -> [ClosedRange<PlaceTerm>] {
        if !idPrefix.isEmpty { return [PlaceTerm.ids(beginningWith: idPrefix)] }
        var terms: [PlaceTerm] = []
        for condition in filter?.conditions ?? [] {
            switch condition {
            case .member(let name, let value, _) where PlaceTerm.members.contains(name):
                terms.append(PlaceTerm(kind: kind, member: name, value: value.utf8))
            case .member:
                let all = PlaceTerm(kind: kind)
                return [all...all]
            case .within(let area): terms += area.cells.map { PlaceTerm(kind: kind, cell: $0) }
            }
        }
        if terms.isEmpty { terms = [PlaceTerm(kind: kind)] }
        return terms.map { $0...$0 }
    }
}

extension IndexSnapshot {
    /// The newest step in the history of a record that a table of places knows; nil if the table cannot be used.
    ///
    /// - Returns: the step; `nil` in it if the record was never there.
    func newestVersion(of key: RecordKey, by table: PlaceTable) throws(LibraryError) -> RecordVersion?? {
        let term = Array(key.id.utf8).withBytes { PlaceTerm(id: $0) }
        guard let places = table.range(of: term...term).flatMap({ table.places(of: $0) }) else { return nil }
        let text = ChangeSpan.keyText(of: key)
        for place in places {
            guard let found = try keyText(at: place) else { return nil }
            guard found == text else { continue }
            guard let version = try version(at: place), version.record?.key ?? key == key else { return nil }
            return .some(version)
        }
        return .some(nil)
    }

    /// The key of the change at a place, as the bytes of `ChangeSpan.key`; nil if no change is there.
    func keyText(at place: KeyTable.Place) throws(LibraryError) -> [UInt8]? {
        guard place.line < end else { return nil }
        let prefix = place.isDeletion ? LineFormat.delete : LineFormat.put
        let bytes = try file.read(Self.maximumKeyEnd, at: place.line + place.start)
        let text: Range<Int>? = bytes.withUnsafeBytes { bytes in
            let start = prefix.utf8CodeUnitCount
            guard bytes.starts(with: prefix, at: 0),
                let kindEnd = bytes.firstIndex(of: UInt8(ascii: "\""), from: start),
                bytes.starts(with: LineFormat.id, at: kindEnd),
                case let id = kindEnd + LineFormat.id.utf8CodeUnitCount,
                let idEnd = bytes.firstIndex(of: UInt8(ascii: "\""), from: id)
            else { return nil }
            return start..<idEnd
        }
        if let text { return Array(bytes[text]) }
        // A line that a person has edited, in which places are not bytes.
        return try withChange(at: place) { change, bytes, _ in Array(bytes[change.key]) }
    }

    /// The largest number of bytes from the beginning of a change to the end of its id, with the quotation mark behind.
    private static let maximumKeyEnd = 288
}
