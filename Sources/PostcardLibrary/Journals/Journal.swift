public import PlatformFoundation
import PostcardCore
public import PostcardPhotos

extension RecordKind {
    /// The kind of journals.
    public static let journal: RecordKind = "journal"
}

/// A journal: a collection of places, notes and entries of a journey.
public struct Journal: Sendable, Hashable, Codable, Identifiable {
    /// The id: `journal-` and twelve letters or digits.
    public let id: String
    /// The name; never blank.
    public var name: String
    /// The time at which it was made.
    public let created: Date
    /// The name that was derived from its contents; `nil` for a journal that a person has named. While it equals `name`, the name is updated.
    var automaticName: String?
}

extension RecordKind {
    /// The kind of the places of journals.
    public static let place: RecordKind = "place"
}

/// A place of a journal.
public struct JournalPlace: Sendable, Hashable, Codable, Identifiable {
    /// The id: `place-` and twelve letters or digits.
    public let id: String
    /// The id of its journal.
    public let journal: String
    /// The name; may be empty.
    public var name: String
    /// The coordinate of the place.
    public var coordinate: Coordinate
    /// The id of the pin that it was made from; `nil` if there is none.
    public let pin: String?
    /// The time of arrival, by which places are ordered. Unless a person sets it, it is the time of the first own photo at the place, or else of the
    /// addition of the place.
    public var date: WallTime
    /// The date that was set automatically. A `date` that is equal was not set by a person. `nil` for places of earlier versions.
    public internal(set) var automaticDate: WallTime?
    /// The time at which it was added; `nil` for places of earlier versions.
    var created: Date?
    /// `true` if the coordinate is that of a photo and no person has set another one. Shares round such coordinates to protect privacy.
    public internal(set) var isFromPhoto: Bool?

    /// A Boolean value that indicates whether a person has set the date. It is valid for places of ``JournalContents``.
    var isDateSet: Bool { automaticDate != date }

    /// The name, or the coordinate if there is none.
    public var displayName: String { name.isEmpty ? "\(coordinate)" : name }

    /// The largest distance in metres between a place and its pictures.
    static let radius = 1_000.0
}

extension [JournalPlace] {
    /// Returns the nearest place within a kilometre of a coordinate; `nil` if there is none.
    func nearest(to coordinate: Coordinate?) -> JournalPlace? {
        guard let coordinate else { return nil }
        let nearest = self.min { $0.coordinate.distance(to: coordinate) < $1.coordinate.distance(to: coordinate) }
        return nearest.flatMap { $0.coordinate.distance(to: coordinate) < JournalPlace.radius ? $0 : nil }
    }
}

extension RecordKind {
    /// The kind of the notes in journals.
    public static let note: RecordKind = "note"
}

/// A note in a journal, at one of its places or at none. Earlier texts stay in the index until it is compacted.
public struct Note: Sendable, Hashable, Codable, Identifiable {
    /// The id: `note-` and twelve letters or digits.
    public let id: String
    /// The id of its journal.
    public let journal: String
    /// The id of its place in that journal; `nil` if it has none.
    public let place: String?
    /// The time that the note is about, by which notes are ordered.
    public var date: WallTime
    /// The text; never blank.
    public var text: String
    /// The time at which it was added; `nil` for notes of earlier versions.
    var created: Date?
}

/// A version of the text of a note.
public struct NoteVersion: Sendable, Hashable, Codable {
    /// The time of the change by the clock of the computer that made it.
    public let date: Date
    /// The text; `nil` for a deletion.
    public let text: String?
}

/// A journal with its contents in the order of dates.
public struct JournalContents: Sendable, Identifiable {
    /// A place with its notes and entries.
    public struct Stop: Sendable {
        /// The place; `nil` for notes and entries without one.
        public let place: JournalPlace?
        /// The notes of the stop.
        public let notes: [Note]
        /// The entries of the stop.
        public let entries: [Entry]
        /// A note or an entry.
        package enum Item: Sendable {
            case note(Note)
            case entry(Entry)

            fileprivate var order: JournalOrder {
                switch self {
                case .note(let note): note.order
                case .entry(let entry): entry.order
                }
            }
        }

        /// The notes and entries of the stop by date.
        package var items: [Item] { (notes.map(Item.note) + entries.map(Item.entry)).ordered(by: \.order) }

        /// The known dates of the user's own photos and videos.
        let photoDates: [WallTime]

        /// The date of the place; without a place, that of the first own photo.
        public var date: WallTime? { place?.date ?? photoDates.min() }

        /// The dates of photos, and the date of the place if a person has set it.
        var knownDates: [WallTime] { photoDates + [place].compactMap { $0?.isDateSet == true ? $0?.date : nil } }
    }

    /// The record of the journal.
    public let journal: Journal
    /// The places in order. The last stop may be one without a place.
    public let stops: [Stop]

    /// The id of the journal.
    public var id: String { journal.id }

    /// The places in order.
    public var places: [JournalPlace] { stops.compactMap(\.place) }

    /// The first and the last date of the contents; `nil` if there are no dates. Dates of addition count only if no others are known.
    package var dates: ClosedRange<WallTime>? {
        let known = stops.flatMap(\.knownDates)
        let dates = known.isEmpty ? places.map(\.date) + stops.flatMap { $0.entries.map(\.date) } : known
        guard let first = dates.min(), let last = dates.max() else { return nil }
        return first...last
    }

    /// Determines the dates of places and the order of the contents.
    ///
    /// - Parameters:
    ///   - places: its places, and whether a person has set their dates.
    ///   - entries: its entries, and whether their dates were set by a person or taken from pictures.
    init(
        _ journal: Journal, places: [(place: JournalPlace, isDateSet: Bool)], notes: [Note],
        entries: [(entry: Entry, isDateSet: Bool)]
    ) {
        self.journal = journal
        let notesByPlace = [NameKey?: [Note]](grouping: notes.ordered(by: \.order)) { $0.place.map { NameKey($0) } }
        let ordered = entries.ordered { entry, _ in
            var order = entry.order
            order.isLast = entry.hasDateOfOthers
            return order
        }
        let entriesByPlace = [NameKey?: [(entry: Entry, isDateSet: Bool)]](grouping: ordered) {
            $0.entry.place.map { NameKey($0) }
        }
        func stop(at place: JournalPlace?, isDateSet: Bool = true) -> Stop {
            let id = place.map { NameKey($0.id) }
            let entries = entriesByPlace[id] ?? []
            let dates = entries.compactMap { $0.entry.ownDate(isSet: $0.isDateSet) }
            var place = place
            if !isDateSet, let date = dates.min() ?? place?.date {
                place?.date = date
                place?.automaticDate = date
            }
            return Stop(
                place: place, notes: notesByPlace[id] ?? [], entries: entries.map(\.entry), photoDates: dates)
        }
        let found = places.map { stop(at: $0.place, isDateSet: $0.isDateSet) }
        let orders = found.compactMap { stop in
            stop.place.map { (stop, JournalOrder(date: $0.date, created: $0.created)) }
        }
        let loose = stop(at: nil)
        stops =
            orders.ordered(by: \.1).map(\.0) + (loose.notes.isEmpty && loose.entries.isEmpty ? [] : [loose])
    }
}
