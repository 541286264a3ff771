/// The JSON of a journal with its places, notes and entries by date.
package struct JournalListing: Encodable, Sendable {
    struct Stop: Encodable {
        let place: JournalPlace?
        let notes: [Note]
        let entries: [EntryListing]
    }

    let journal: Journal
    let stops: [Stop]

    package init(_ contents: JournalContents, entry: (Entry) -> EntryListing) {
        journal = contents.journal
        stops = contents.stops.map { stop in
            Stop(place: stop.place, notes: stop.notes, entries: stop.entries.map(entry))
        }
    }
}
