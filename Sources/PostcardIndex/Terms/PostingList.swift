import PostcardDisk

/// The positions of the changes that a table on disk lists for a query, newest first. Some records may not match, because terms are hashes.
struct PostingList {
    let table: TermTable
    /// The position in the log up to which the list is complete.
    let end: Int
    /// The remaining positions; the last element is returned next.
    private var positions: [KeyTable.Position]

    /// The number of log bytes per listed record below which searching the log is faster than using the list.
    private static let minimumDistance = 16 << 10

    /// Makes a list; `nil` if there is no usable table, or if searching the log is faster.
    ///
    /// - Parameter end: the position in the log at which to stop.
    init?(
        of log: IndexSnapshot, kind: RecordKind, idPrefix: String, filter: RecordFilter?, before end: Int = .max
    ) {
        guard let table = log.termTables.table(for: log) else { return nil }
        let ranges = Self.terms(kind: kind, idPrefix: idPrefix, filter: filter).map { table.range(of: $0) }
        guard ranges.reduce(0, { $0 + ($1?.count ?? 0) }) <= table.end / Self.minimumDistance else { return nil }
        let lists = ranges.compactMap { range in range.flatMap { table.positions(of: $0) } }
        guard lists.count == ranges.count else {
            log.termTables.discard(table)
            return nil
        }
        self.table = table
        self.end = min(end, table.end)
        // Several terms may list the same change.
        self.positions = Set<KeyTable.Position>(lists.joined().lazy.filter { !$0.isDeletion && $0.line < end }).sorted()
    }

    /// Returns the next position; `nil` after the last position.
    mutating func next() -> KeyTable.Position? { positions.popLast() }

    /// Returns the terms to look up. A matching record has at least one of these terms.
    private static func terms(
        kind: RecordKind, idPrefix: String, filter: RecordFilter?
    ) -> [ClosedRange<IndexTerm>] {
        if !idPrefix.isEmpty { return [IndexTerm.ids(beginningWith: idPrefix)] }
        var terms: [IndexTerm] = []
        for condition in filter?.conditions ?? [] {
            switch condition {
            case .member(let name, let value, _) where IndexTerm.members.contains(name):
                terms.append(IndexTerm(kind: kind, member: name, value: value.utf8))
            case .member:
                let all = IndexTerm(kind: kind)
                return [all...all]
            case .within(let area): terms += area.cells.map { IndexTerm(kind: kind, cell: $0) }
            }
        }
        if terms.isEmpty { terms = [IndexTerm(kind: kind)] }
        return terms.map { $0...$0 }
    }
}

extension IndexSnapshot {
    /// Returns the newest version of a record according to a table on disk; `nil` if the table cannot be used.
    ///
    /// - Returns: the version as an optional, which is `nil` if the record never existed.
    func newestVersion(of key: RecordKey, by table: TermTable) throws(FileError) -> RecordVersion?? {
        let term = Array(key.id.utf8).withBytes { IndexTerm(id: $0) }
        guard let positions = table.range(of: term...term).flatMap({ table.positions(of: $0) }) else { return nil }
        let text = ChangeSpan.keyText(of: key)
        for position in positions {
            guard let found = try keyText(at: position) else { return nil }
            guard found == text else { continue }
            guard let version = try version(at: position), version.record?.key ?? key == key else { return nil }
            return .some(version)
        }
        return .some(nil)
    }

    /// Returns the key of the change at a position, as the bytes of `ChangeSpan.key`; `nil` if there is no change.
    func keyText(at position: KeyTable.Position) throws(FileError) -> [UInt8]? {
        guard position.line < end else { return nil }
        let prefix = position.isDeletion ? LineFormat.delete : LineFormat.put
        let bytes = try file.read(Self.maximumKeyEnd, at: position.line + position.start)
        let text = bytes.withUnsafeBytes { bytes in
            bytes.starts(with: prefix, at: 0) ? LineFormat.key(at: prefix.utf8CodeUnitCount, in: bytes)?.text : nil
        }
        if let text { return Array(bytes[text]) }
        // In an edited line, positions refer to the rewritten form, not to the bytes in the file.
        return try withChange(at: position) { change, bytes, _ in Array(bytes[change.key]) }
    }

    /// The maximum number of bytes from the start of a change to the quotation mark after its id.
    private static let maximumKeyEnd = 288
}
