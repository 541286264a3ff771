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
    /// The name that its photos gave it; `name` is the same until somebody gives it one.
    var automaticName: String?
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
    /// The time of arrival; places of a journal are ordered by it. Until somebody sets it, it is the time of the first own photo there, or
    /// that at which the place was added where there is none.
    public var date: WallTime
    /// The date that it got by itself; `date` is the same until somebody sets one. Earlier versions did not record it.
    public internal(set) var automaticDate: WallTime?
    /// `true` when the coordinate is where a photo was taken, and nobody has set another one since: shares round it.
    public internal(set) var isFromPhoto: Bool?

    /// True when somebody set the date of a place of ``JournalContents``.
    var isDateSet: Bool { automaticDate != date }

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
public struct JournalContents: Sendable, Identifiable {
    /// A place with what was written and taken there.
    public struct Stop: Sendable {
        /// The place; `nil` for what belongs to none.
        public let place: JournalPlace?
        /// Its notes.
        public let notes: [Note]
        /// Its entries.
        public let entries: [Entry]
        /// The dates of its own photos and videos, as far as they are known.
        let photoDates: [WallTime]

        /// The date of the place, or of the first own photo that belongs to none.
        public var date: WallTime? { place?.date ?? photoDates.min() }

        /// The dates that somebody set or a photo tells.
        var knownDates: [WallTime] { photoDates + [place].compactMap { $0?.isDateSet == true ? $0?.date : nil } }
    }

    /// The journal.
    public let journal: Journal
    /// Its places, and last, if there is such, what belongs to none.
    public let stops: [Stop]

    /// The id of the journal.
    public var id: String { journal.id }

    /// The places in order.
    public var places: [JournalPlace] { stops.compactMap(\.place) }

    /// The first and last date of what is in it; `nil` where it tells none. When something was added says little, and counts only where
    /// nothing else is known.
    package var dates: ClosedRange<WallTime>? {
        let known = stops.flatMap(\.knownDates)
        let dates = known.isEmpty ? places.map(\.date) + stops.flatMap { $0.entries.map(\.date) } : known
        guard let first = dates.min(), let last = dates.max() else { return nil }
        return first...last
    }

    /// Decides on the dates of places, and on the order of all.
    ///
    /// - Parameters:
    ///   - journal: the journal.
    ///   - places: its places, and whether somebody set their dates.
    ///   - notes: its notes.
    ///   - entries: its entries, and whether somebody set their dates or their pictures tell them.
    init(
        _ journal: Journal, places: [(place: JournalPlace, isDateSet: Bool)], notes: [Note],
        entries: [(entry: Entry, isDateSet: Bool)]
    ) {
        self.journal = journal
        let notesByPlace = Dictionary(grouping: notes.sorted { ($0.date, $0.id) < ($1.date, $1.id) }) { $0.place }
        let entriesByPlace = Dictionary(grouping: entries.sorted { $0.entry.isBefore($1.entry) }) { $0.entry.place }
        func stop(at place: JournalPlace?, isDateSet: Bool = true) -> Stop {
            let entries = entriesByPlace[place?.id] ?? []
            let dates = entries.compactMap { $0.entry.ownDate(isSet: $0.isDateSet) }
            var place = place
            if !isDateSet, let date = dates.min() ?? place?.date {
                place?.date = date
                place?.automaticDate = date
            }
            return Stop(
                place: place, notes: notesByPlace[place?.id] ?? [], entries: entries.map(\.entry), photoDates: dates)
        }
        let found = places.map { stop(at: $0.place, isDateSet: $0.isDateSet) }
        // Places that were added in one second stay in the order of that.
        let order = found.indices.sorted { first, second in
            guard let one = found[first].date, let other = found[second].date, one != other else {
                return first < second
            }
            return one < other
        }
        let loose = stop(at: nil)
        stops = order.map { found[$0] } + (loose.notes.isEmpty && loose.entries.isEmpty ? [] : [loose])
    }
}
