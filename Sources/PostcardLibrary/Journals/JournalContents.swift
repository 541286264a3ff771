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
