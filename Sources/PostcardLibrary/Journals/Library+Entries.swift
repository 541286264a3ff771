import PostcardSources

extension Library {
    /// Writes an entry: a text, and pictures or videos. Nothing is recorded unless all of it is there.
    ///
    /// - Parameters:
    ///   - text: what is written; blanks around it are left out.
    ///   - sources: its pictures and videos, at least one.
    ///   - journal: the id of the journal that it belongs to; `nil` to let it stand alone.
    ///   - place: the id of a place of that journal.
    ///   - date: when it happened; when `nil`, when the first dated picture was taken that others did not take, or else now.
    ///   - id: the id, such as `entry-7k3x9w2mq4ta`, that nothing has or had; a random one when `nil`.
    /// - Throws: `LibraryError` with code `blank` without text, `invalidValue` without pictures, `unsupported` for a file that is neither picture
    ///   nor video, `notFound` when the journal or place has gone, `conflict` for an id that was used; `ImageError` for a
    ///   damaged picture; `CancellationError`.
    public func addEntry(
        _ text: String, _ sources: [MediumSource], journal: String? = nil, place: String? = nil, date: WallTime? = nil,
        id: String? = nil
    ) async throws -> Entry {
        let text = try Self.entryText(text)
        try Self.require(sources)
        guard place == nil || journal != nil else {
            throw LibraryError(.invalidValue, "A place needs the journal that it is of.")
        }
        var media: [Medium] = []
        for source in sources { media.append(try await store(source)) }
        try Task.checkCancellation()
        var entry = try makeEntry(of: media, at: place, of: journal, date: date, id: id)
        entry.text = text
        try commit([entry], isChosen: id != nil)
        return entry
    }

    /// An entry without words. It happened when the first of its pictures was taken that others did not take.
    func makeEntry(
        of media: [Medium], at place: String?, of journal: String?, date: WallTime? = nil, id: String? = nil
    ) throws(LibraryError) -> Entry {
        let added = try wallTime()
        return Entry(
            id: try makeID(.entry, chosen: id), journal: journal, place: place, date: date ?? media.ownDate ?? added,
            automaticDate: added, text: "", media: media)
    }

    /// Puts pictures and videos in a journal without words, each as an entry of its own: all of them or none.
    ///
    /// - Parameters:
    ///   - sources: the pictures and videos.
    ///   - journal: the id of the journal.
    ///   - place: the id of a place of that journal; when `nil`, each goes to the nearest one within a kilometre of where its file
    ///     says that it was taken, if there is one.
    ///   - date: when they were taken; when `nil`, what each file says, or else now, as for photos of others.
    ///   - id: the id of the entry of a single source; a random one when `nil`.
    ///   - known: files that are passed over.
    /// - Returns: the entries, in the order of the sources.
    /// - Throws: as `addEntry`; `LibraryError` with code `invalidValue` for an id of several.
    public func addMedia(
        _ sources: [MediumSource], to journal: String, place: String? = nil, date: WallTime? = nil, id: String? = nil,
        passingOver known: Set<BlobHash> = []
    ) async throws -> [Entry] {
        try Self.require(sources, id: id)
        var entries: [Entry] = []
        let places: [JournalPlace] =
            try place == nil ? index.all(.place, where: RecordFilter("journal", equals: journal)) : []
        for source in sources {
            let medium = try await store(source)
            try Task.checkCancellation()
            if known.contains(medium.blob) { continue }
            let home = place ?? medium.nearestPlace(of: places)?.id
            entries.append(try makeEntry(of: [medium], at: home, of: journal, date: date, id: id))
        }
        try commit(entries, isChosen: id != nil)
        return entries
    }

    /// All entries, or those of a journal, by date.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func entries(of journal: String? = nil) throws(LibraryError) -> [Entry] {
        let entries: [Entry] = try index.all(.entry, where: journal.map { RecordFilter("journal", equals: $0) })
        return entries.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    }

    /// The entry that `text` means: its id or the beginning of its id.
    ///
    /// - Parameters:
    ///   - text: the text that was typed.
    ///   - isExact: whether the beginning of an id is not enough, as for what is to be deleted.
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    public func entry(named text: String, isExact: Bool = false) throws(LibraryError) -> Entry {
        try find(.entry, text, isExact: isExact)
    }

    /// Changes an entry. Arguments that are `nil` leave their values as they are; all is changed or nothing.
    ///
    /// - Parameters:
    ///   - text: another text.
    ///   - sources: other pictures and videos in place of its own, at least one unless some are kept.
    ///   - kept: numbers of its own pictures and videos, from 1, that come before the others, in this order; `nil` for none where there are
    ///     others, and else for all.
    ///   - date: another date.
    ///   - condition: the condition that the change depends on, evaluated once the files are stored.
    /// - Returns: the changed entry.
    /// - Throws: as `addEntry`; `LibraryError` with code `invalidValue` for numbers that it does not have, or `preconditionFailed`.
    public func changeEntry(
        _ id: String, text: String? = nil, sources: [MediumSource]? = nil, keeping kept: [Int]? = nil,
        date: WallTime? = nil, if condition: Condition? = nil
    ) async throws -> Entry {
        let text = try text.map(Self.entryText)
        var media: [Medium]?
        if let sources {
            guard !sources.isEmpty || kept?.isEmpty == false else {
                throw LibraryError(.blank, "An entry needs a picture or a video.")
            }
            media = []
            for source in sources { media?.append(try await store(source)) }
        }
        try Task.checkCancellation()
        let found = media
        return try update(if: condition) { (transaction) throws(LibraryError) in
            for medium in found ?? [] { try transaction.require(medium.reference, in: blobs) }
            guard var entry: Entry = try transaction.record(RecordKey(.entry, id))?.decode() else {
                throw LibraryError(.notFound, "The entry \(id) is not there any more.")
            }
            entry.text = text ?? entry.text
            if let kept {
                entry.media = try entry.media(numbered: kept) + (found ?? [])
            } else if let found {
                entry.media = found
            }
            guard !entry.media.isEmpty else {
                throw LibraryError(.invalidValue, "An entry needs a picture or a video, and nothing is kept.")
            }
            entry.date = date ?? entry.date
            try transaction.put(entry, for: RecordKey(.entry, id))
            return entry
        }
    }

    /// Removes a picture or video of an entry that has others.
    ///
    /// - Parameters:
    ///   - number: its number, from 1.
    /// - Returns: the changed entry.
    /// - Throws: `LibraryError` with code `notFound` when it is not there, `conflict` when it is the only one.
    public func removeMedium(_ number: Int, of id: String) throws(LibraryError) -> Entry {
        try change(.entry, id, if: nil) { (entry: inout Entry) throws(LibraryError) in
            guard entry.medium(numbered: number) != nil else {
                throw LibraryError(.notFound, "The entry has \(entry.media.count) pictures and videos.")
            }
            guard entry.media.count > 1 else {
                throw LibraryError(.conflict, "An entry needs a picture or a video. Delete the entry instead.")
            }
            entry.media.remove(at: number - 1)
        }
    }

    /// Records entries whose files are in the store.
    func commit(_ entries: [Entry], isChosen: Bool = false) throws(LibraryError) {
        try update { (transaction) throws(LibraryError) in
            for entry in entries {
                if let journal = entry.journal { try transaction.requireJournal(journal, place: entry.place) }
                for medium in entry.media { try transaction.require(medium.reference, in: blobs) }
                try transaction.add(entry, for: RecordKey(.entry, entry.id), isChosen: isChosen)
            }
        }
    }

    /// Checks that there are sources, and one for the id of an entry without words.
    static func require(_ sources: [MediumSource], id: String? = nil) throws(LibraryError) {
        guard !sources.isEmpty else { throw LibraryError(.invalidValue, "An entry needs a picture or a video.") }
        guard id == nil || sources.count == 1 else {
            throw LibraryError(.invalidValue, "An id is that of one entry; give one picture or video with it.")
        }
    }

    private static func entryText(_ text: String) throws(LibraryError) -> String {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else {
            throw LibraryError(.blank, "An entry needs a text, and this one is blank. Nothing was written.")
        }
        return trimmed
    }
}

extension Entry {
    /// - Throws: `LibraryError` with code `invalidValue` for numbers that it does not have, or that come twice.
    fileprivate func media(numbered numbers: [Int]) throws(LibraryError) -> [Medium] {
        guard Set(numbers).count == numbers.count else {
            throw LibraryError(.invalidValue, "A picture or video is kept twice.")
        }
        var kept: [Medium] = []
        for number in numbers {
            guard let medium = medium(numbered: number) else {
                throw LibraryError(
                    .invalidValue, "The entry has \(media.count) pictures and videos; there is no number \(number).")
            }
            kept.append(medium)
        }
        return kept
    }
}

extension Medium {
    /// The distance in metres from a place within which pictures belong to it.
    static let placeRadius = 1_000.0

    /// The nearest of some places, if that is close enough to where this was taken.
    func nearestPlace(of places: [JournalPlace]) -> JournalPlace? {
        guard let coordinate else { return nil }
        let nearest = places.min { $0.coordinate.distance(to: coordinate) < $1.coordinate.distance(to: coordinate) }
        return nearest.flatMap { $0.coordinate.distance(to: coordinate) < Self.placeRadius ? $0 : nil }
    }
}
