import PostcardCore

/// A journal with its contents, ordered by date.
public struct JournalContents: Sendable, Identifiable {
    /// A place with its notes and entries.
    public struct Stop: Sendable {
        /// The place; `nil` for notes and entries without a place.
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

        /// The notes and entries of the stop, ordered by date.
        package var items: [Item] { (notes.map(Item.note) + entries.map(Item.entry)).ordered(by: \.order) }

        /// The known dates of the user's own photos and videos.
        let photoDates: [WallTime]

        /// The date of the place, or the date of the user's first photo if `place` is `nil`.
        public var date: WallTime? { place?.date ?? photoDates.min() }

        /// The dates of the photos, and the date of the place if the user set it.
        var knownDates: [WallTime] { photoDates + [place].compactMap { $0?.isDateSet == true ? $0?.date : nil } }
    }

    /// The record of the journal.
    public let journal: Journal
    /// The places in order. The last stop may have no place.
    public let stops: [Stop]

    /// The id of the journal.
    public var id: Journal.ID { journal.id }

    /// The places in order.
    package var places: [JournalPlace] { stops.compactMap(\.place) }

    /// The first and last dates of the contents; `nil` if there are none. The dates on which items were added are used only if no other
    /// dates are known.
    package var dates: ClosedRange<WallTime>? {
        let known = stops.flatMap(\.knownDates)
        let dates = known.isEmpty ? places.map(\.date) + stops.flatMap { $0.entries.map(\.date) } : known
        guard let first = dates.min(), let last = dates.max() else { return nil }
        return first...last
    }

    /// Determines the dates of places and the order of the contents.
    ///
    /// - Parameters:
    ///   - places: the places in the journal. `isDateSet` is true if the user set the date.
    ///   - entries: the entries in the journal. `isDateSet` is true if the date was set by the user or taken from pictures.
    init(
        _ journal: Journal, places: [(place: JournalPlace, isDateSet: Bool)], notes: [Note],
        entries: [(entry: Entry, isDateSet: Bool)]
    ) {
        self.journal = journal
        let notesByPlace = [JournalPlace.ID?: [Note]](grouping: notes.ordered(by: \.order), by: \.place)
        let ordered = entries.ordered { entry, _ in
            var order = entry.order
            order.isLast = entry.hasDateOfOthers
            return order
        }
        let entriesByPlace = [JournalPlace.ID?: [(entry: Entry, isDateSet: Bool)]](grouping: ordered, by: \.entry.place)
        func stop(at place: JournalPlace?, isDateSet: Bool = true) -> Stop {
            let id = place?.id
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
