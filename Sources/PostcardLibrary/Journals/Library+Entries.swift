import PostcardCore

extension Library {
    /// Adds an entry with text and pictures or videos. If one file fails, nothing is recorded.
    ///
    /// - Parameters:
    ///   - text: the text; whitespace at both ends is removed.
    ///   - media: the pictures and videos; at least one.
    ///   - journal: the id of the journal; `nil` for a standalone entry.
    ///   - place: the id of a place in that journal; `nil` for none.
    ///   - date: the time that the entry describes; `nil` for the date of the user's first dated picture, or else the current time.
    ///   - id: an unused id, such as `entry-7k3x9w2mq4ta`; `nil` for a random one.
    /// - Throws: `LibraryError` with code `blank` if the text is blank, `invalidValue` if `media` is empty, `unsupported` for a file that
    ///   is neither a picture nor a video, `notFound` for a missing journal or place; `FileError` with code `conflict` if the id is already
    ///   used; `ImageError` for a damaged picture; `CancellationError`.
    @concurrent public func addEntry(
        text: String, media: [MediumSource], to journal: Journal.ID? = nil, at place: JournalPlace.ID? = nil,
        date: WallTime? = nil, id: Entry.ID? = nil
    ) async throws -> Entry {
        try await addEntry(
            text: text, media: media, to: journal, at: place, findsPlace: false, date: date, id: id)
    }

    /// Adds an entry.
    ///
    /// - Parameter findsPlace: true to choose the nearest place within a kilometer of the first picture's position if `place` is `nil`.
    /// - Throws: the errors of `addEntry(text:media:to:at:date:id:)`.
    package func addEntry(
        text: String, media sources: [MediumSource], to journal: Journal.ID? = nil, at place: JournalPlace.ID? = nil,
        findsPlace: Bool, date: WallTime? = nil, id: Entry.ID? = nil
    ) async throws -> Entry {
        let text = try Self.entryText(text)
        try Self.require(sources)
        guard place == nil || journal != nil else {
            throw LibraryError(.invalidValue, "An entry with a place needs a journal.")
        }
        var media: [Medium] = []
        for source in sources { media.append(try await store(source).medium) }
        try Task.checkCancellation()
        media = try local(media, in: journal)
        var home = place
        if findsPlace, home == nil, let journal {
            let places = try places(of: journal)
            home = media.lazy.compactMap { places.nearest(to: $0.coordinate)?.id }.first
        }
        var entry = try makeEntry(of: media, at: home, of: journal, date: date, id: id)
        entry.text = text
        try commit([entry], isChosen: id != nil)
        return entry
    }

    /// Returns an entry without text. The entry's date is the date of the user's first dated picture, or else the current time.
    func makeEntry(
        of media: [Medium], at place: JournalPlace.ID?, of journal: Journal.ID?, date: WallTime? = nil,
        id: Entry.ID? = nil,
        imported: String? = nil
    ) throws -> Entry {
        let created = now
        let added = try wallTime(at: created)
        return Entry(
            id: try makeID(chosen: id), journal: journal, place: place, date: date ?? media.ownDate ?? added,
            automaticDate: added, text: "", media: media, created: created, imported: imported)
    }

    /// Adds pictures and videos to a journal as entries without text, either all of them or none.
    ///
    /// - Parameters:
    ///   - journal: the id of the journal.
    ///   - place: the id of a place in that journal; `nil` for the nearest place, if any, within a kilometer of each picture's position.
    ///   - date: the time of the entries; `nil` for the date of each file, or the current time for other people's photos and files without
    ///     a date.
    ///   - id: an unused id for the entry, allowed only with a single source; `nil` for a random one.
    /// - Returns: the entries in the order of the sources.
    /// - Throws: the errors of `addEntry`; `LibraryError` with code `invalidValue` if an id is given for more than one source.
    @concurrent public func addMedia(
        _ sources: [MediumSource], to journal: Journal.ID, at place: JournalPlace.ID? = nil, date: WallTime? = nil,
        id: Entry.ID? = nil
    ) async throws -> [Entry] {
        try await addMedia(sources, to: journal, at: place, date: date, id: id, passingOver: [])
    }

    /// Adds pictures and videos to a journal.
    ///
    /// - Parameter known: the hashes of files to skip.
    /// - Throws: the errors of `addMedia(_:to:at:date:id:)`.
    package func addMedia(
        _ sources: [MediumSource], to journal: Journal.ID, at place: JournalPlace.ID? = nil, date: WallTime? = nil,
        id: Entry.ID? = nil, passingOver known: Set<BlobHash>
    ) async throws -> [Entry] {
        try Self.require(sources, isSingle: id != nil)
        var entries: [Entry] = []
        var media: [Medium] = []
        for source in sources {
            media.append(try await store(source).medium)
            try Task.checkCancellation()
        }
        let places = try place == nil ? places(of: journal) : []
        for medium in try local(media, in: journal) where !known.contains(medium.blob) {
            let home = place ?? places.nearest(to: medium.coordinate)?.id
            entries.append(try makeEntry(of: [medium], at: home, of: journal, date: date, id: id))
        }
        try commit(entries, isChosen: id != nil)
        return entries
    }

    private func places(of journal: Journal.ID) throws(FileError) -> [JournalPlace] {
        try index.all(.place, where: RecordFilter("journal", equals: journal.rawValue))
    }

    /// Returns all entries, or the entries in a journal, ordered by date.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func entries(of journal: Journal.ID? = nil) throws(FileError) -> [Entry] {
        let entries: [Entry] = try index.all(
            .entry, where: journal.map { RecordFilter("journal", equals: $0.rawValue) })
        return entries.ordered(by: \.order)
    }

    /// Updates an entry, either completely or not at all. `nil` leaves a value unchanged.
    ///
    /// - Parameters:
    ///   - media: the new pictures and videos; at least one unless some are kept.
    ///   - kept: the numbers, starting at 1, of the current pictures and videos to keep before the new ones, in this order. `nil` keeps all
    ///     if `media` is empty, and none otherwise.
    ///   - condition: the condition that the change depends on, evaluated after the files are stored.
    /// - Throws: the errors of `addEntry`; `LibraryError` with code `invalidValue` for numbers out of range, or `preconditionFailed`.
    @concurrent public func updateEntry(
        _ id: Entry.ID, text: String? = nil, media sources: [MediumSource]? = nil, keeping kept: [Int]? = nil,
        date: WallTime? = nil, if condition: Condition? = nil
    ) async throws -> Entry {
        let text = try text.map(Self.entryText)
        var media: [Medium]?
        if let sources {
            guard !sources.isEmpty || kept?.isEmpty == false else {
                throw LibraryError(.blank, "An entry needs a picture or a video.")
            }
            media = []
            for source in sources { media?.append(try await store(source).medium) }
        }
        try Task.checkCancellation()
        let stored: Entry? = try index.value(of: RecordKey(id))
        let found = try media.map { media throws(FileError) in try local(media, in: stored?.journal) }
        return try update(if: condition) { transaction in
            for blob in (found ?? []).flatMap(\.blobs) { try transaction.require(blob, in: blobs) }
            guard var entry: Entry = try transaction.record(RecordKey(id))?.decode() else {
                throw LibraryError(.notFound, "The entry \(id) no longer exists.")
            }
            entry.text = text ?? entry.text
            if let kept {
                entry.media = try entry.media(numbered: kept) + (found ?? [])
            } else if let found {
                entry.media = found
            }
            guard !entry.media.isEmpty else {
                throw LibraryError(.invalidValue, "An entry needs a picture or a video, and none would be left.")
            }
            entry.date = date ?? entry.date
            try transaction.put(entry, for: RecordKey(id))
            return entry
        }
    }

    /// Removes a picture or video from an entry that has more than one.
    ///
    /// - Parameter number: the number of the picture or video, starting at 1.
    /// - Throws: `LibraryError` with code `notFound` for a number out of range, or `conflict` for the only picture or video.
    public func deleteMedium(_ number: Int, of id: Entry.ID) throws -> Entry {
        try change(id, if: nil) { (entry: inout Entry) throws(LibraryError) in
            guard entry.medium(numbered: number) != nil else {
                throw LibraryError(
                    .notFound, "The number is out of range. The last number is \(entry.media.count).")
            }
            guard entry.media.count > 1 else {
                throw LibraryError(.conflict, "An entry needs a picture or a video. Delete the entry instead.")
            }
            entry.media.remove(at: number - 1)
        }
    }

    /// Commits entries whose files are already stored.
    func commit(_ entries: [Entry], isChosen: Bool = false) throws {
        try update { transaction in
            for entry in entries {
                if let journal = entry.journal { try transaction.requireJournal(journal, place: entry.place) }
                for blob in entry.blobs { try transaction.require(blob, in: blobs) }
                try transaction.add(entry, for: RecordKey(entry.id), isChosen: isChosen)
            }
        }
    }

    /// Checks that there is at least one source, and exactly one if the caller chose an id.
    static func require(_ sources: [MediumSource], isSingle: Bool = false) throws(LibraryError) {
        guard !sources.isEmpty else { throw LibraryError(.invalidValue, "An entry needs a picture or a video.") }
        guard !isSingle || sources.count == 1 else {
            throw LibraryError(.invalidValue, "An id identifies one entry. Specify exactly one picture or video.")
        }
    }

    private static func entryText(_ text: String) throws(LibraryError) -> String {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else {
            throw LibraryError(.blank, "The text of the entry is blank. Nothing was written.")
        }
        return trimmed
    }
}

extension Entry {
    /// Returns the pictures and videos with the given numbers.
    ///
    /// - Throws: `LibraryError` with code `invalidValue` for a number that is out of range or repeated.
    fileprivate func media(numbered numbers: [Int]) throws(LibraryError) -> [Medium] {
        guard Set<Int>(numbers).count == numbers.count else {
            throw LibraryError(.invalidValue, "The same picture or video is listed twice.")
        }
        var kept: [Medium] = []
        for number in numbers {
            guard let medium = medium(numbered: number) else {
                throw LibraryError(
                    .invalidValue, "The number \(number) is out of range. The last number is \(media.count).")
            }
            kept.append(medium)
        }
        return kept
    }
}
