import PostcardCore
import PostcardSources

extension Library {
    /// Returns the pin with an id, the beginning of an id, or a name in any case.
    ///
    /// - Parameters:
    ///   - text: the text as typed.
    ///   - isExact: whether the beginning of an id is not accepted, such as before a deletion.
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    public func pin(named text: String, isExact: Bool = false) throws(LibraryError) -> Pin {
        let name = text.lowercased()
        return try find(.pin, text, isExact: isExact) { (pin: Pin) in pin.name.lowercased() == name }
    }

    /// Returns the photo with an id or the beginning of an id.
    ///
    /// - Parameters:
    ///   - text: the id or its beginning, as typed.
    ///   - isExact: whether only the whole id is accepted, such as before a deletion.
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    public func photo(named text: String, isExact: Bool = false) throws(LibraryError) -> Photo {
        try find(.photo, text, isExact: isExact)
    }

    /// Returns the journal with an id, the beginning of an id, or a name in any case.
    ///
    /// - Parameters:
    ///   - text: the text as typed.
    ///   - isExact: whether the beginning of an id is not accepted, such as before a deletion.
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    public func journal(named text: String, isExact: Bool = false) throws(LibraryError) -> Journal {
        let name = text.lowercased()
        return try find(.journal, text, isExact: isExact) { (journal: Journal) in journal.name.lowercased() == name }
    }

    /// Returns the place of a journal with an id, the beginning of an id, a name in any case or, for a place without a name, a coordinate.
    ///
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    public func place(named text: String, in journal: Journal) throws(LibraryError) -> JournalPlace {
        let name = (try? Coordinate(parsing: text))?.description ?? text.lowercased()
        let ofJournal = RecordFilter("journal", equals: journal.id)
        let places = try datedPlaces(where: ofJournal).map(\.place)
        let named = Set<NameKey>(names: places.filter { $0.displayName.lowercased() == name }.map(\.id))
        return try find(.place, text, in: journal.id, where: ofJournal) { (place: JournalPlace) in
            named.contains(place.id)
        }
    }

    /// Returns the note with an id or the beginning of an id.
    ///
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    public func note(named text: String) throws(LibraryError) -> Note {
        try find(.note, text)
    }

    /// Returns the entry with an id or the beginning of an id.
    ///
    /// - Parameters:
    ///   - text: the id or its beginning, as typed.
    ///   - isExact: whether only the whole id is accepted, such as before a deletion.
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    public func entry(named text: String, isExact: Bool = false) throws(LibraryError) -> Entry {
        try find(.entry, text, isExact: isExact)
    }

    /// Returns the meme with an id or the beginning of an id.
    ///
    /// - Parameters:
    ///   - text: the id or its beginning, as typed.
    ///   - isExact: whether only the whole id is accepted, such as before a deletion.
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    public func meme(named text: String, isExact: Bool = false) throws(LibraryError) -> MemeRecord {
        try find(.meme, text, isExact: isExact)
    }

    /// Returns the record with an id, with a name according to `isNamed`, or with the beginning of an id, which may lack the kind.
    ///
    /// - Parameters:
    ///   - kind: the kind of the record.
    ///   - text: the text as typed.
    ///   - container: the id of the record that it belongs to, for the error.
    ///   - isExact: whether the beginning of an id is not accepted, such as before a change that cannot be undone.
    ///   - filter: the condition for records, unless the whole id is given.
    ///   - isNamed: returns whether a record has the name; `nil` for kinds without names.
    /// - Throws: `LibraryError` with code `notFound` for none, `ambiguous` for several.
    func find<Value: Decodable>(
        _ kind: RecordKind, _ text: String, in container: String? = nil, isExact: Bool = false,
        where filter: RecordFilter? = nil, isNamed: ((Value) -> Bool)? = nil
    ) throws(LibraryError) -> Value {
        if let record = try index.record(RecordKey(kind, text)) { return try record.decode() }
        var (named, begun) = (Candidates<Value>(), Candidates<Value>())
        if let isNamed, !text.isEmpty {
            var cursor = try index.records(of: kind, where: filter)
            while let record = try cursor.next() {
                if let value: Value = index.value(of: record), isNamed(value) { try named.add(record) }
            }
        }
        if named.count == 0, !isExact, Self.mayBeginID(text, of: kind) {
            // A search by the prefix does not read records with other ids, of which there may be a million.
            let start = text.hasPrefix("\(kind)-") ? text : "\(kind)-\(text)"
            var cursor = try index.records(of: kind, idPrefix: start, where: filter)
            while let record = try cursor.next() { try begun.add(record) }
        }
        return try (named.count > 0 ? named : begun).only(kind, text, in: container, isExact: isExact)
    }

    /// Returns a Boolean value that indicates whether a text may be the beginning of an id. One or two letters may be a typing error, and a number
    /// may be a position in a list.
    private static func mayBeginID(_ text: String, of kind: RecordKind) -> Bool {
        let digits = text.hasPrefix("\(kind)-") ? text.dropFirst(kind.rawValue.count + 1) : text[...]
        return digits.count >= 3 && !text.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

/// The records that a text may stand for.
private struct Candidates<Value: Decodable> {
    private(set) var count = 0
    private var value: Value?
    private var ids: [String] = []

    private static var maximumIDs: Int { 4 }

    mutating func add(_ record: Record) throws(LibraryError) {
        if count == 0 { value = try record.decode() }
        if count < Self.maximumIDs { ids.append(record.key.id) }
        count += 1
    }

    /// Returns the only record.
    ///
    /// - Throws: `LibraryError` with code `notFound` or `ambiguous`.
    func only(_ kind: RecordKind, _ text: String, in container: String?, isExact: Bool) throws(LibraryError) -> Value {
        guard let value else {
            throw LibraryError(
                .notFound, "There is no \(kind) \"\(text)\".",
                .list(kind: kind.rawValue, of: container, isExact: isExact))
        }
        guard count == 1 else {
            throw LibraryError(
                .ambiguous,
                "\"\(text)\" means \(count) of them: \(ids.joined(separator: ", "))\(count > ids.count ? " …" : "").")
        }
        return value
    }
}
