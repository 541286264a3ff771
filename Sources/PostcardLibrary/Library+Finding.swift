import PostcardCore
import PostcardPhotos

extension Library {
    /// Returns the pin with an id, an id prefix, a name (ignoring case), or a coordinate.
    ///
    /// - Throws: `LibraryError` with code `notFound` if there is none, or `ambiguous` if there are several.
    public func pin(named text: String) throws -> Pin { try pin(named: text, isExact: false) }

    /// Returns the pin with an id or a name.
    ///
    /// - Parameter isExact: true to reject an id prefix, for example before a deletion.
    /// - Throws: the errors of `pin(named:)`.
    package func pin(named text: String, isExact: Bool) throws -> Pin {
        let coordinate = try? Coordinate(parsing: text).description
        return try find(text, called: coordinate, isExact: isExact) { (pin: Pin) in
            coordinate == nil ? pin.name : pin.coordinate.description
        }
    }

    /// Returns the photo with an id or an id prefix.
    ///
    /// - Parameter isExact: true to accept only the complete id, for example before a deletion.
    /// - Throws: `LibraryError` with code `notFound` if there is none, or `ambiguous` if there are several.
    package func photo(named text: String, isExact: Bool = false) throws -> Photo {
        try find(text, isExact: isExact)
    }

    /// Returns the journal with an id, an id prefix, or a name (ignoring case).
    ///
    /// - Throws: `LibraryError` with code `notFound` if there is none, or `ambiguous` if there are several.
    public func journal(named text: String) throws -> Journal { try journal(named: text, isExact: false) }

    /// Returns the journal with an id or a name.
    ///
    /// - Parameter isExact: true to reject an id prefix, for example before a deletion.
    /// - Throws: the errors of `journal(named:)`.
    package func journal(named text: String, isExact: Bool) throws -> Journal {
        try find(text, isExact: isExact) { (journal: Journal) in journal.name }
    }

    /// Returns the place in a journal with an id, an id prefix, a name (ignoring case) or, for a place without a name, a coordinate.
    ///
    /// - Throws: `LibraryError` with code `notFound` if there is none, or `ambiguous` if there are several.
    package func place(named text: String, in journal: Journal) throws -> JournalPlace {
        let ofJournal = RecordFilter("journal", equals: journal.id.rawValue)
        let places = try datedPlaces(where: ofJournal).map { ($0.place.id, $0.place.displayName) }
        let names = [JournalPlace.ID: String](places) { first, _ in first }
        let name = (try? Coordinate(parsing: text))?.description
        return try find(text, called: name, in: journal.id.rawValue, where: ofJournal) {
            (place: JournalPlace) in
            names[place.id] ?? ""
        }
    }

    /// Returns the note with an id or an id prefix.
    ///
    /// - Parameter isExact: true to accept only the complete id, for example before a deletion.
    /// - Throws: `LibraryError` with code `notFound` if there is none, or `ambiguous` if there are several.
    package func note(named text: String, isExact: Bool = false) throws -> Note {
        try find(text, isExact: isExact)
    }

    /// Returns the entry with an id or an id prefix.
    ///
    /// - Parameter isExact: true to accept only the complete id, for example before a deletion.
    /// - Throws: `LibraryError` with code `notFound` if there is none, or `ambiguous` if there are several.
    package func entry(named text: String, isExact: Bool = false) throws -> Entry {
        try find(text, isExact: isExact)
    }

    /// Returns the meme with an id or an id prefix.
    ///
    /// - Parameter isExact: true to accept only the complete id, for example before a deletion.
    /// - Throws: `LibraryError` with code `notFound` if there is none, or `ambiguous` if there are several.
    package func meme(named text: String, isExact: Bool = false) throws -> MemeRecord {
        try find(text, isExact: isExact)
    }

    /// Returns the record with an id, with a name (ignoring case), or with an id prefix, which may omit the kind.
    ///
    /// - Parameters:
    ///   - called: the name to search for; `nil` to search for `text`.
    ///   - container: the id of the record that contains the records to search, for the error message.
    ///   - isExact: true to reject an id prefix, for example before a change that can't be undone.
    ///   - filter: the condition that a record must meet; ignored if `text` is a complete id.
    ///   - name: returns the name of a record; `nil` for kinds without names.
    /// - Throws: `LibraryError` with code `notFound` if there is none, or `ambiguous` if there are several.
    func find<Value: LibraryRecord>(
        _ text: String, called: String? = nil, in container: String? = nil, isExact: Bool = false,
        where filter: RecordFilter? = nil, name: ((Value) -> String)? = nil
    ) throws -> Value {
        let kind = Value.kind
        if let record = try index.record(RecordKey(kind, text)) { return try record.decode() }
        var (named, begun) = (Candidates<Value>(), Candidates<Value>())
        var names: [String] = []
        if let name, !text.isEmpty {
            let wanted = (called ?? text).lowercased()
            var cursor = try index.records(of: kind, where: filter)
            while let record = try cursor.next() {
                guard let value: Value = index.value(of: record) else { continue }
                let found = name(value)
                if found.lowercased() == wanted { try named.add(record) }
                names.append(found)
            }
        }
        if named.count == 0, !isExact, Self.canBeIDPrefix(text, of: kind) {
            // A search by prefix does not read records with other ids, because there may be a million of them.
            let start = text.hasPrefix("\(kind)-") ? text : "\(kind)-\(text)"
            var cursor = try index.records(of: kind, idPrefix: start, where: filter)
            while let record = try cursor.next() { try begun.add(record) }
        }
        let suggestion = LibraryError.Suggestion.list(kind: kind.rawValue, of: container, isExact: isExact)
        if let value = named.value {
            guard named.count == 1 else {
                throw LibraryError(
                    .ambiguous, "\(named.count) \(kind)s are called \"\(text)\". Use an id: \(named.ids)", suggestion)
            }
            return value
        }
        guard let value = begun.value else {
            let near = Spelling.nearest(to: text, of: names).map { " Did you mean \"\($0)\"?" } ?? ""
            throw LibraryError(.notFound, "There is no \(kind) \"\(text)\".\(near)", suggestion)
        }
        guard begun.count == 1 else {
            throw LibraryError(
                .ambiguous, "\(begun.count) ids start with \"\(text)\": \(begun.ids) Use a longer prefix.", suggestion)
        }
        return value
    }

    /// Returns true if a string can be an id prefix. One or two characters alone may be a typo, and a number may be a position in a list.
    private static func canBeIDPrefix(_ text: String, of kind: RecordKind) -> Bool {
        if text.hasPrefix("\(kind)-") { return text.utf8.count > kind.rawValue.utf8.count + 1 }
        return text.count >= 3 && !text.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

/// The records that a string can refer to.
private struct Candidates<Value: Decodable> {
    private(set) var count = 0
    /// The first record.
    private(set) var value: Value?
    private var first: [String] = []

    private static var maximumIDs: Int { 4 }

    /// The first ids, formatted as the end of a sentence.
    var ids: String { "\(first.joined(separator: ", "))\(count > first.count ? " …" : ".")" }

    mutating func add(_ record: Record) throws(FileError) {
        if count == 0 { value = try record.decode() }
        if count < Self.maximumIDs { first.append(record.key.id) }
        count += 1
    }
}
