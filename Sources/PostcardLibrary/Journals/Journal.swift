public import PlatformFoundation
public import PostcardSources

extension RecordKind {
    /// A traveller's journal.
    public static let journal: RecordKind = "journal"
}

/// A journal: places, and what was written, photographed and filmed there.
public struct Journal: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `journal-` and twelve letters or digits.
    public let id: String
    /// The name; never blank.
    public var name: String
    /// The time at which it was begun.
    public let created: Date
}

extension RecordKind {
    /// A place in a journal.
    public static let place: RecordKind = "place"
}

/// A place that a journal tells of.
public struct JournalPlace: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `place-` and twelve letters or digits.
    public let id: String
    /// The id of its journal.
    public let journal: String
    /// The name; may be empty.
    public var name: String
    /// The coordinate.
    public var coordinate: Coordinate
    /// The id of the pin that it was made from.
    public let pin: String?
    /// The time of arrival; places of a journal are ordered by it.
    public var date: WallTime
    /// `true` when the coordinate is where a photo was taken, and nobody has set another one since: shares round it.
    public internal(set) var isFromPhoto: Bool?

    /// The name, or the coordinate when there is none.
    public var displayName: String { name.isEmpty ? "\(coordinate)" : name }
}

extension RecordKind {
    /// A text in a journal.
    public static let note: RecordKind = "note"
}

/// Something written in a journal, at one of its places or at none. Its earlier texts stay in the index until it is
/// compacted.
public struct Note: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `note-` and twelve letters or digits.
    public let id: String
    /// The id of its journal.
    public let journal: String
    /// The id of its place in that journal.
    public let place: String?
    /// The time that it tells of; notes are ordered by it.
    public var date: WallTime
    /// The text; never blank.
    public var text: String
}

/// A version of the text of a note.
public struct NoteVersion: Sendable, Hashable, Codable {
    /// The time of the change, by the clock of the computer that made it.
    public let date: Date
    /// The text; `nil` when the note was deleted then.
    public let text: String?
}

/// A journal with all that is in it, in the order of the dates.
public struct JournalContents: Sendable {
    /// A place with what was written and taken there.
    public struct Stop: Sendable {
        /// The place; `nil` for what belongs to none.
        public let place: JournalPlace?
        /// Its notes.
        public let notes: [Note]
        /// Its entries.
        public let entries: [Entry]

        /// The time of the first visit: a place can be added long after its pictures were taken.
        public var date: WallTime? { [place?.date, entries.first?.date].compactMap(\.self).min() }
    }

    /// The journal.
    public let journal: Journal
    /// Its places, and last, if there is such, what belongs to none.
    public let stops: [Stop]

    /// The places in order.
    public var places: [JournalPlace] { stops.compactMap(\.place) }

    init(_ journal: Journal, places: [JournalPlace], notes: [Note], entries: [Entry]) {
        self.journal = journal
        let notesByPlace = Dictionary(grouping: notes.sorted { ($0.date, $0.id) < ($1.date, $1.id) }) { $0.place }
        let entriesByPlace = Dictionary(grouping: entries.sorted { ($0.date, $0.id) < ($1.date, $1.id) }) { $0.place }
        let found = places.map { place in
            Stop(place: place, notes: notesByPlace[place.id] ?? [], entries: entriesByPlace[place.id] ?? [])
        }
        // Places that were added in one second stay in the order of that.
        let order = found.indices.sorted { first, second in
            guard let one = found[first].date, let other = found[second].date, one != other else {
                return first < second
            }
            return one < other
        }
        var stops = order.map { found[$0] }
        let loose = Stop(place: nil, notes: notesByPlace[nil] ?? [], entries: entriesByPlace[nil] ?? [])
        if !loose.notes.isEmpty || !loose.entries.isEmpty { stops.append(loose) }
        self.stops = stops
    }
}
