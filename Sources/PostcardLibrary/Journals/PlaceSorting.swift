package import PostcardSources

/// The name of the place around a coordinate; `nil` where none is known.
package typealias PlaceNaming = @Sendable (Coordinate) -> String?

/// The places of a journal, into which pictures and videos are sorted by day and position.
///
/// A picture goes to the nearest place within a kilometre where something of its day is, or nothing yet. Otherwise it makes a place. Without a
/// position it is at none, and its day is all that is known.
struct PlaceSorting {
    private struct Known {
        let place: JournalPlace
        var days: Set<String>
    }

    let journal: String
    private let naming: PlaceNaming?
    private var known: [Known]
    /// Days of what is at no place.
    private var looseDays: Set<String> = []

    /// Places of one name on one day are the same where no more is known of them than the nearest city. In metres.
    private static let cityRadius = 25_000.0

    init(_ contents: JournalContents, naming: PlaceNaming? = nil) {
        journal = contents.journal.id
        self.naming = naming
        known = contents.stops.compactMap { stop in
            stop.place.map { Known(place: $0, days: Set(stop.knownDates.map(\.day))) }
        }
        looseDays = Set(contents.stops.lazy.filter { $0.place == nil }.flatMap(\.photoDates).map(\.day))
    }

    /// Where a picture belongs.
    enum Home {
        case nowhere
        case known(JournalPlace)
        /// A new place with this name, empty for none; `pin` is that of a place of other days at the same spot.
        case new(name: String, pin: String?)
    }

    func home(of medium: Medium) -> Home {
        guard let coordinate = medium.coordinate else { return .nowhere }
        let day = medium.dateTaken?.day
        func isOpen(_ known: Known) -> Bool { day.map(known.days.contains) ?? true || known.days.isEmpty }
        let near = known.filter { $0.place.coordinate.distance(to: coordinate) < Medium.placeRadius }
        let nearest = medium.nearestPlace(of: near.filter(isOpen).map(\.place))
        if let nearest { return .known(nearest) }
        let name = naming?(coordinate) ?? ""
        let namesake = known.first {
            !name.isEmpty && $0.place.name == name && isOpen($0)
                && $0.place.coordinate.distance(to: coordinate) < Self.cityRadius
        }
        if let namesake { return .known(namesake.place) }
        return .new(name: name, pin: near.lazy.compactMap(\.place.pin).first)
    }

    /// Remembers that a picture is at a place, which may be a new one.
    mutating func add(_ medium: Medium, at place: JournalPlace?) {
        let days = Set([medium.dateTaken?.day].compactMap(\.self))
        guard let place else { return looseDays.formUnion(days) }
        if let index = known.firstIndex(where: { $0.place.id == place.id }) {
            known[index].days.formUnion(days)
        } else {
            known.append(Known(place: place, days: days))
        }
    }

    /// The name of a journal of these places and days, such as `Lisbon and Sintra, 12 to 17 June 2026`; `nil` while nothing is known.
    var name: String? {
        let days = known.reduce(looseDays) { $0.union($1.days) }
        var names: [String] = []
        for place in known.map(\.place) where !place.name.isEmpty && !names.contains(place.name) {
            names.append(place.name)
        }
        let parts = [names.prefix(2).joined(separator: " and "), Self.text(days.min(), days.max())]
        let name = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        return name.isEmpty ? nil : name
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Days as people write them: `12 to 17 June 2026`. Those of which less is known than the day are left out.
    private static func text(_ first: String?, _ last: String?) -> String {
        func parts(_ day: String?) -> [String]? {
            let numbers = (day ?? "").split(separator: "-").compactMap { Int($0) }
            guard numbers.count == 3, months.indices.contains(numbers[1] - 1) else { return nil }
            return ["\(numbers[2])", months[numbers[1] - 1], "\(numbers[0])"]
        }
        guard let first = parts(first), let last = parts(last) else { return "" }
        guard first != last else { return last.joined(separator: " ") }
        // The month and year that both have are said once.
        let count = first[2] != last[2] ? 3 : first[1] != last[1] ? 2 : 1
        return "\(first.prefix(count).joined(separator: " ")) to \(last.joined(separator: " "))"
    }
}

/// A picture or video that was sorted: its entry, and what is new with it.
struct SortedMedium {
    let entry: Entry
    var place: JournalPlace?
    var pin: Pin?
}

extension Library {
    /// Sorts a file that is stored into the places of a journal. Nothing is recorded.
    ///
    /// - Parameters:
    ///   - sorting: the places; `nil` for what is of no journal.
    ///   - drops: whether a new place gets a pin.
    func sort(
        _ medium: Medium, into sorting: inout PlaceSorting?, id: String? = nil, droppingPins drops: Bool
    ) throws(LibraryError) -> SortedMedium {
        var (place, newPlace, pin): (JournalPlace?, JournalPlace?, Pin?)
        switch (sorting?.home(of: medium), medium.coordinate) {
        case (.known(let found)?, _): place = found
        case (.new(let name, let known)?, let coordinate?):
            if drops, known == nil {
                pin = Pin(id: makeID(.pin), name: name, coordinate: coordinate, created: now, isFromPhoto: true)
            }
            let date = try wallTime([medium].ownDate)
            newPlace = JournalPlace(
                id: makeID(.place), journal: sorting?.journal ?? "", name: name, coordinate: coordinate,
                pin: known ?? pin?.id, date: date, automaticDate: date, isFromPhoto: true)
            place = newPlace
        default: break
        }
        sorting?.add(medium, at: place)
        let entry = try makeEntry(of: [medium], at: place?.id, of: sorting?.journal, id: id)
        return SortedMedium(entry: entry, place: newPlace, pin: pin)
    }

    /// Sorts pictures and videos into a journal: by day and position into its places, of which those are added that lack, and without words.
    /// A file that the journal has already is passed over. A journal that nobody has named yet is called by what is in it.
    ///
    /// - Parameters:
    ///   - sources: the pictures and videos.
    ///   - journal: the id of the journal.
    ///   - id: the id of the entry of a single source; a random one when `nil`.
    ///   - naming: tells the names of new places.
    /// - Returns: the entries, in the order of the sources; for a file that was there already the one that it is in.
    /// - Throws: as `addMedia`.
    package func sortMedia(
        _ sources: [MediumSource], into journal: String, id: String? = nil, naming: PlaceNaming? = nil
    ) async throws -> [Entry] {
        try Self.require(sources, id: id)
        var media: [Medium] = []
        for source in sources { media.append(try await store(source)) }
        try Task.checkCancellation()
        let found = media
        // Two that come at once find the place that the first of them makes.
        return try update { (transaction) throws(LibraryError) in
            try transaction.requireJournal(journal, place: nil)
            let contents = try contents(of: self.journal(named: journal, isExact: true))
            var sorting: PlaceSorting? = PlaceSorting(contents, naming: naming)
            let known = contents.stops.flatMap(\.entries)
            var entries: [Entry] = []
            for medium in found {
                let isThere = { (entry: Entry) in entry.media.contains { $0.blob == medium.blob } }
                if let entry = known.first(where: isThere) ?? entries.first(where: isThere) {
                    entries.append(entry)
                    continue
                }
                try transaction.require(medium.reference, in: blobs)
                let sorted = try sort(medium, into: &sorting, id: id, droppingPins: false)
                if let place = sorted.place { try transaction.add(place, for: RecordKey(.place, place.id)) }
                try transaction.add(sorted.entry, for: RecordKey(.entry, sorted.entry.id), isChosen: id != nil)
                entries.append(sorted.entry)
            }
            let key = RecordKey(.journal, journal)
            if let name = sorting?.name, var named: Journal = try transaction.record(key)?.decode(),
                named.automaticName == named.name, named.name != name
            {
                (named.name, named.automaticName) = (name, name)
                try transaction.put(named, for: key)
            }
            return entries
        }
    }
}
