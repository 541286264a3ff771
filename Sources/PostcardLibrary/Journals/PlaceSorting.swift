import PostcardCore
public import PostcardPhotos

/// A function that returns the name of the place at a coordinate; `nil` if the name is unknown.
public typealias PlaceNaming = @Sendable (Coordinate) -> String?

/// Sorts pictures and videos into the places in a journal by day and position.
///
/// A picture goes to the nearest place within a kilometer that has pictures from the same day, or no pictures yet. Otherwise, a new place
/// is added. A picture without a position has no place.
struct PlaceSorting {
    private struct Known {
        let place: JournalPlace
        var days: Set<NameKey>
    }

    let journal: Journal.ID
    private let naming: PlaceNaming?
    private let pins: [Pin]
    private var known: [Known]
    /// The days of pictures without a place.
    private var looseDays: Set<NameKey> = []

    /// The maximum distance in meters between a place and a picture whose location has the same name. The distance is large because a place
    /// may be named after the nearest city.
    private static let cityRadius = 25_000.0

    /// Makes the sorting for a new journal.
    init(journal: Journal.ID, naming: PlaceNaming?) {
        (self.journal, self.naming, pins, known) = (journal, naming, [], [])
    }

    /// Makes the sorting for a journal.
    ///
    /// - Parameters:
    ///   - naming: returns the names of new places.
    ///   - pins: the pins that new places may refer to.
    init(_ contents: JournalContents, naming: PlaceNaming? = nil, pins: [Pin] = []) {
        journal = contents.journal.id
        self.naming = naming
        self.pins = pins
        known = contents.stops.compactMap { stop in
            stop.place.map { Known(place: $0, days: Set<NameKey>(names: stop.knownDates.map(\.day))) }
        }
        looseDays = Set<NameKey>(
            names: contents.stops.lazy.filter { $0.place == nil }.flatMap(\.photoDates).map(\.day))
    }

    /// The place that a picture belongs to.
    enum Destination {
        case nowhere
        case known(JournalPlace)
        /// A new place. `name` is empty if the name is unknown. `pin` is the pin of a nearby place that has pictures from other days, or
        /// another nearby pin.
        case new(name: String, pin: Pin.ID?)
    }

    /// Returns the place for a picture taken at a coordinate on a day.
    func destination(at coordinate: Coordinate?, day: String?) -> Destination {
        guard let coordinate else { return .nowhere }
        func isOpen(_ known: Known) -> Bool { day.map { known.days.contains($0) } ?? true || known.days.isEmpty }
        let near = known.filter { $0.place.coordinate.distance(to: coordinate) < JournalPlace.radius }
        let nearest = near.filter(isOpen).map(\.place).nearest(to: coordinate)
        if let nearest { return .known(nearest) }
        let name = naming?(coordinate) ?? ""
        let namesake = known.first {
            !name.isEmpty && $0.place.name == name && isOpen($0)
                && $0.place.coordinate.distance(to: coordinate) < Self.cityRadius
        }
        if let namesake { return .known(namesake.place) }
        return .new(name: name, pin: near.lazy.compactMap(\.place.pin).first ?? nearestPin(to: coordinate))
    }

    private func nearestPin(to coordinate: Coordinate) -> Pin.ID? {
        let distances = pins.map { (id: $0.id, distance: $0.coordinate.distance(to: coordinate)) }
        return distances.min { $0.distance < $1.distance }.flatMap { $0.distance < JournalPlace.radius ? $0.id : nil }
    }

    /// Assigns a picture from a day to a place, which may be new.
    mutating func add(_ day: String?, at place: JournalPlace?) {
        let days = Set<NameKey>(names: [day].compactMap(\.self))
        guard let place else { return looseDays.formUnion(days) }
        if let index = known.firstIndex(where: { $0.place.id == place.id }) {
            known[index].days.formUnion(days)
        } else {
            known.append(Known(place: place, days: days))
        }
    }

    /// The name for a journal with these places and days, such as `Lisbon and Sintra, 12 to 17 June 2026`; `nil` if all are unknown.
    var name: String? {
        let days = known.reduce(looseDays) { $0.union($1.days) }
        // The first and the last place. A city and its vicinity are the same place.
        var names: [String] = []
        let ordered = known.ordered { $0.days.min()?.string ?? "~" }
        for place in ordered.map(\.place) where !place.name.isEmpty {
            let city = place.name.hasPrefix(Self.near) ? String(place.name.dropFirst(Self.near.count)) : place.name
            if let index = names.firstIndex(where: { $0 == city || $0 == Self.near + city }) {
                if place.name == city { names[index] = city }
            } else {
                names.append(place.name)
            }
        }
        if names.count > 2 { names = [names[0], names[names.count - 1]] }
        let parts = [names.joined(separator: " and "), Self.text(days.min()?.string, days.max()?.string)]
        let name = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        return name.isEmpty ? nil : name
    }

    /// The prefix of names for places outside of towns.
    private static let near = "near "

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns a human-readable range of days, such as `12 to 17 June 2026`; empty if a day is incomplete.
    private static func text(_ first: String?, _ last: String?) -> String {
        func parts(_ day: String?) -> [String]? {
            let numbers = (day ?? "").split(separator: "-").compactMap { Int($0) }
            guard numbers.count == 3, months.indices.contains(numbers[1] - 1) else { return nil }
            return ["\(numbers[2])", months[numbers[1] - 1], "\(numbers[0])"]
        }
        guard let first = parts(first), let last = parts(last) else { return "" }
        guard first != last else { return last.joined(separator: " ") }
        // The month and year are written once if both days share them.
        let count = first[2] != last[2] ? 3 : first[1] != last[1] ? 2 : 1
        return "\(first.prefix(count).joined(separator: " ")) to \(last.joined(separator: " "))"
    }
}

extension Library {
    /// Finds the place in a journal for a stored file. Nothing is recorded.
    ///
    /// - Parameters:
    ///   - id: an unused id for the entry; `nil` for a random one.
    ///   - imported: the id of the folder import; `nil` for none. The new places of an import get pins.
    func sort(
        _ medium: Medium, into sorting: inout PlaceSorting, id: Entry.ID? = nil, imported: String? = nil
    ) throws -> SortedMedium {
        var (place, newPlace, pin): (JournalPlace?, JournalPlace?, Pin?)
        let day = medium.dateTaken?.day
        switch (sorting.destination(at: medium.coordinate, day: day), medium.coordinate) {
        case (.known(let found), _): place = found
        case (.new(let name, let known), let coordinate?):
            if imported != nil, known == nil {
                pin = Pin(id: makeID(), name: name, coordinate: coordinate, created: now, isFromPhoto: true)
            }
            let date = try wallTime([medium].ownDate)
            newPlace = JournalPlace(
                id: makeID(), journal: sorting.journal, name: name, coordinate: coordinate,
                pin: known ?? pin?.id, date: date, automaticDate: date, created: now, isFromPhoto: true)
            place = newPlace
        default: break
        }
        sorting.add(day, at: place)
        let entry = try makeEntry(of: [medium], at: place?.id, of: sorting.journal, id: id, imported: imported)
        return SortedMedium(entry: entry, place: newPlace, pin: pin)
    }

    /// Adds pictures and videos to a journal as entries without text, sorted into the journal's places by day and position. Missing places
    /// are added. Files that the journal already contains are skipped. A journal that the user has not named gets a name from its contents.
    ///
    /// - Parameters:
    ///   - journal: the id of the journal.
    ///   - id: an unused id for the entry, allowed only with a single source; `nil` for a random one.
    ///   - naming: returns the names of new places.
    /// - Returns: the entries in the order of the sources; for a skipped file, the entry that contains it.
    /// - Throws: the errors of `addMedia`.
    package func sortMedia(
        _ sources: [MediumSource], into journal: Journal.ID, id: Entry.ID? = nil, naming: PlaceNaming? = nil
    ) async throws -> [Entry] {
        try Self.require(sources, isSingle: id != nil)
        var media: [Medium] = []
        for source in sources { media.append(try await store(source).medium) }
        try Task.checkCancellation()
        let found = try local(media, in: journal)
        // Sorting is part of the update, so concurrent calls use each other's places.
        return try update { transaction in
            try transaction.requireJournal(journal, place: nil)
            let contents = try contents(of: self.journal(named: journal.rawValue, isExact: true))
            var sorting = PlaceSorting(contents, naming: naming)
            let known = contents.stops.flatMap(\.entries)
            var entries: [Entry] = []
            for medium in found {
                let isThere = { (entry: Entry) in entry.media.contains { $0.blob == medium.blob } }
                if let entry = known.first(where: isThere) ?? entries.first(where: isThere) {
                    entries.append(entry)
                    continue
                }
                for blob in medium.blobs { try transaction.require(blob, in: blobs) }
                let sorted = try sort(medium, into: &sorting, id: id)
                if let place = sorted.place { try transaction.add(place, for: RecordKey(place.id)) }
                try transaction.add(sorted.entry, for: RecordKey(sorted.entry.id), isChosen: id != nil)
                entries.append(sorted.entry)
            }
            try transaction.rename(journal, after: sorting)
            return entries
        }
    }
}

extension IndexTransaction {
    /// Names a journal after its places and days, unless the user has named it.
    mutating func rename(_ journal: Journal.ID, after sorting: PlaceSorting) throws(FileError) {
        let key = RecordKey(journal)
        guard let name = sorting.name, var named: Journal = try record(key)?.decode(),
            named.automaticName == named.name, named.name != name
        else { return }
        (named.name, named.automaticName) = (name, name)
        try put(named, for: key)
    }
}
