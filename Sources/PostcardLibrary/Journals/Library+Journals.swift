import PostcardCore

extension Library {
    /// Adds a journal.
    ///
    /// - Parameters:
    ///   - name: the name; whitespace at both ends is removed. `nil` to derive the name from the contents until the user sets a name.
    ///   - id: an unused id, such as `journal-7k3x9w2mq4ta`; `nil` for a random one.
    /// - Throws: `LibraryError` with code `blank` for a blank name; `FileError` with code `conflict` if the id is already used.
    public func addJournal(named name: String?, id: Journal.ID? = nil) throws -> Journal {
        let name = try name.map { name throws(LibraryError) in try Self.journalName(name) }
        let unnamed = "New journal"
        let journal = Journal(
            id: try makeID(chosen: id), name: name ?? unnamed, created: now,
            automaticName: name == nil ? unnamed : nil)
        return try add(journal, isChosen: id != nil)
    }

    /// Returns all journals, oldest first.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func journals() throws(FileError) -> [Journal] {
        try index.all(.journal, as: Journal.self).sorted { ($0.created, $0.id.rawValue) < ($1.created, $1.id.rawValue) }
    }

    /// Renames a journal.
    ///
    /// - Parameter name: the new name; whitespace at both ends is removed.
    /// - Throws: `LibraryError` with code `blank` for a blank name, `notFound` for a missing journal, or `preconditionFailed`.
    public func updateJournal(
        _ id: Journal.ID, name: String, if condition: Condition? = nil
    ) throws -> Journal {
        let name = try Self.journalName(name)
        return try change(id, if: condition) { (journal: inout Journal) in
            journal.name = name
            journal.automaticName = nil
        }
    }

    /// Returns the contents of a journal.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func contents(of journal: Journal) throws(FileError) -> JournalContents {
        try contents(of: [journal], where: RecordFilter("journal", equals: journal.id.rawValue))[0]
    }

    /// Returns the contents of all journals, ordered by their first dates. A journal without dates is ordered by the day on which it was
    /// created.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    package func journalContents() throws(FileError) -> [JournalContents] {
        let contents = try contents(of: journals(), where: nil)
        var dated: [(date: WallTime, contents: JournalContents)] = []
        for each in contents {
            let created = each.journal.created
            let begun = WallTime(created, secondsFromUTC: environment.secondsFromUTC(created))
            dated.append((try wallTime(each.dates?.lowerBound, begun), each))
        }
        let order = dated.indices.sorted { (dated[$0].date, $0) < (dated[$1].date, $1) }
        return order.map { dated[$0].contents }
    }

    private func contents(
        of journals: [Journal], where filter: RecordFilter?
    ) throws(FileError) -> [JournalContents] {
        let places = [Journal.ID: [(place: JournalPlace, isDateSet: Bool)]](
            grouping: try datedPlaces(where: filter), by: \.place.journal)
        let notes = [Journal.ID: [Note]](grouping: try index.all(.note, as: Note.self, where: filter), by: \.journal)
        var entries: [Journal.ID: [(entry: Entry, isDateSet: Bool)]] = [:]
        var cursor = try index.records(of: .entry, order: .oldestFirst, where: filter)
        while let record = try cursor.next() {
            guard let entry: Entry = index.value(of: record), let journal = entry.journal else { continue }
            // A date that equals the date of the pictures was taken from the pictures.
            let isDateSet =
                entry.media.ownDate == entry.date
                || entry.date.isSet(automatic: entry.automaticDate, recorded: record.date)
            entries[journal, default: []].append((entry, isDateSet))
        }
        return journals.map { journal in
            JournalContents(
                journal, places: places[journal.id] ?? [], notes: notes[journal.id] ?? [],
                entries: entries[journal.id] ?? [])
        }
    }

    /// Returns the notes of several journals, ordered by date.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    package func notes(of journals: [Journal]) throws(FileError) -> [Note] {
        var notes: [Note] = []
        for journal in journals { notes += try contents(of: journal).stops.flatMap(\.notes) }
        return notes.ordered(by: \.order)
    }

    private static func journalName(_ name: String) throws(LibraryError) -> String {
        let trimmed = name.trimmed
        guard !trimmed.isEmpty else { throw LibraryError(.blank, "The name of the journal is blank.") }
        return trimmed
    }
}

extension Library {
    /// Adds a note to a journal.
    ///
    /// - Parameters:
    ///   - text: the text; whitespace at both ends is removed.
    ///   - journal: the id of the journal.
    ///   - place: the id of a place in that journal; `nil` for none.
    ///   - date: the time that the note describes; `nil` for the current time.
    ///   - id: an unused id, such as `note-7k3x9w2mq4ta`; `nil` for a random one.
    /// - Throws: `LibraryError` with code `blank` for blank text, `notFound` for a missing journal or place; `FileError` with code
    ///   `conflict` if the id is already used. If an error occurs, nothing is written.
    public func addNote(
        _ text: String, to journal: Journal.ID, at place: JournalPlace.ID? = nil, date: WallTime? = nil,
        id: Note.ID? = nil
    ) throws -> Note {
        let created = now
        let note = Note(
            id: try makeID(chosen: id), journal: journal, place: place, date: try wallTime(date, at: created),
            text: try Self.noteText(text), created: created)
        return try add(note, isChosen: id != nil, in: journal, at: place)
    }

    /// Replaces the text of a note. The previous text stays in the note's history.
    ///
    /// - Parameter text: the new text; whitespace at both ends is removed.
    /// - Throws: `LibraryError` with code `blank` for blank text, `notFound` for a missing note, or `preconditionFailed`.
    public func updateNote(
        _ id: Note.ID, text: String, if condition: Condition? = nil
    ) throws -> Note {
        let text = try Self.noteText(text)
        return try change(id, if: condition) { (note: inout Note) in note.text = text }
    }

    /// Returns the versions of a note since the last `compact`, newest first.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func history(of id: Note.ID) throws(FileError) -> [NoteVersion] {
        var versions: [NoteVersion] = []
        for version in try index.history(of: RecordKey(id)) {
            let note: Note? = try version.record?.decode()
            versions.append(NoteVersion(date: version.date, text: note?.text))
        }
        return versions
    }

    private static func noteText(_ text: String) throws(LibraryError) -> String {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty else { throw LibraryError(.blank, "The note is blank. Nothing was written.") }
        return trimmed
    }
}
