import PostcardCore
public import PostcardPhotos

extension Library {
    /// Adds a place to a journal.
    ///
    /// - Parameters:
    ///   - journal: the id of the journal.
    ///   - name: the name; may be empty.
    ///   - date: the time of arrival; `nil` for the time of the user's first photo at the place, or else the current time.
    ///   - id: an unused id, such as `place-7k3x9w2mq4ta`; `nil` for a random one.
    /// - Throws: `LibraryError` with code `notFound` for a missing journal; `FileError` with code `conflict` if the id is already used.
    public func addPlace(
        to journal: Journal.ID, at coordinate: Coordinate, name: String = "", date: WallTime? = nil,
        id: JournalPlace.ID? = nil
    ) throws -> JournalPlace {
        try addPlace(to: journal, at: coordinate, name: name, pin: nil, date: date, id: id)
    }

    /// Adds a pin's place to a journal, with the pin's name unless another name is given. Later changes to the pin do not affect the place.
    ///
    /// - Throws: `LibraryError` with code `notFound` for a missing journal; `FileError` with code `conflict` if the id is already used.
    public func addPlace(
        to journal: Journal.ID, of pin: Pin, name: String = "", date: WallTime? = nil, id: JournalPlace.ID? = nil
    ) throws -> JournalPlace {
        let name = name.trimmed.isEmpty ? pin.name : name
        return try addPlace(to: journal, at: pin.coordinate, name: name, pin: pin, date: date, id: id)
    }

    /// Returns the places in journals. `isDateSet` is true if the user set the date. A place without a name gets the current name of its
    /// pin.
    func datedPlaces(
        where filter: RecordFilter?
    ) throws(FileError) -> [(place: JournalPlace, isDateSet: Bool)] {
        var places: [(place: JournalPlace, isDateSet: Bool)] = []
        var cursor = try index.records(of: .place, order: .oldestFirst, where: filter)
        while let record = try cursor.next() {
            guard var place: JournalPlace = index.value(of: record) else { continue }
            let isDateSet = place.date.isSet(automatic: place.automaticDate, recorded: record.date)
            if place.name.isEmpty, let pin = place.pin,
                let stored: Pin = try index.value(of: RecordKey(pin))
            {
                place.name = stored.name
            }
            places.append((place, isDateSet))
        }
        return places
    }

    /// Returns a place with the date and name shown in its journal.
    package func shown(_ place: JournalPlace) throws(FileError) -> JournalPlace {
        let record = try index.record(RecordKey(place.journal))
        guard let journal: Journal = try record?.decode() else { return place }
        return try contents(of: journal).places.first { $0.id == place.id } ?? place
    }

    /// Updates a place in a journal. `nil` leaves a value unchanged.
    ///
    /// - Parameters:
    ///   - name: the new name; may be empty.
    ///   - date: the new time of arrival.
    /// - Throws: `LibraryError` with code `notFound` for a missing place, or `preconditionFailed`.
    public func updatePlace(
        _ id: JournalPlace.ID, name: String? = nil, coordinate: Coordinate? = nil, date: WallTime? = nil,
        if condition: Condition? = nil
    ) throws -> JournalPlace {
        let changed = try wallTime()
        let isDateSet = try index.record(RecordKey(id)).flatMap { record in
            index.value(of: record, as: JournalPlace.self)?.date.isSet(automatic: nil, recorded: record.date)
        }
        return try change(id, if: condition) { (place: inout JournalPlace) in
            place.name = name?.trimmed ?? place.name
            // After this change, the record's date can no longer show whether the user set the place's date.
            place.automaticDate = place.automaticDate ?? (isDateSet == false ? place.date : changed)
            place.date = date ?? place.date
            guard let coordinate, coordinate != place.coordinate else { return }
            place.coordinate = coordinate
            place.isFromPhoto = nil
        }
    }

    private func addPlace(
        to journal: Journal.ID, at coordinate: Coordinate, name: String, pin: Pin?, date: WallTime?,
        id: JournalPlace.ID?
    ) throws -> JournalPlace {
        let created = now
        let added = try wallTime(at: created)
        let place = JournalPlace(
            id: try makeID(chosen: id), journal: journal, name: name.trimmed, coordinate: coordinate,
            pin: pin?.id, date: date ?? added, automaticDate: added, created: created, isFromPhoto: pin?.isFromPhoto)
        return try add(place, isChosen: id != nil, in: journal)
    }
}

extension IndexTransaction {
    /// Checks that a journal exists, and that it contains the place.
    ///
    /// - Throws: `LibraryError` with code `notFound`.
    func requireJournal(_ journal: Journal.ID, place: JournalPlace.ID?) throws {
        guard try record(RecordKey(journal)) != nil else {
            throw LibraryError(.notFound, "There is no journal \(journal).", .list(kind: "journal"))
        }
        guard let place else { return }
        guard let stored: JournalPlace = try record(RecordKey(place))?.decode(), stored.journal == journal
        else {
            throw LibraryError(
                .notFound, "The journal has no place \(place).", .list(kind: "place", of: journal.rawValue))
        }
    }
}
