import PostcardSources

extension Library {
    /// Begins a journal.
    ///
    /// - Parameters:
    ///   - name: what to call it; blanks around it are left out.
    ///   - id: the id, such as `journal-7k3x9w2mq4ta`, that nothing has or had; a random one when `nil`.
    /// - Throws: `LibraryError` with code `blank` when nothing is left of the name, `conflict` for an id that was used.
    public func makeJournal(named name: String, id: String? = nil) throws(LibraryError) -> Journal {
        let name = try Self.journalName(name)
        let journal = Journal(id: try makeID(.journal, chosen: id), name: name, created: now)
        return try add(journal, as: .journal, isChosen: id != nil)
    }

    /// All journals, the oldest first.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func journals() throws(LibraryError) -> [Journal] {
        try index.all(.journal, as: Journal.self).sorted { ($0.created, $0.id) < ($1.created, $1.id) }
    }

    /// The journal that `text` means: its id, the beginning of its id, or its name in any case.
    ///
    /// - Parameters:
    ///   - text: the text that was typed.
    ///   - isExact: whether the beginning of an id is not enough, as for what is to be deleted.
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    public func journal(named text: String, isExact: Bool = false) throws(LibraryError) -> Journal {
        let name = text.lowercased()
        return try find(.journal, text, isExact: isExact) { (journal: Journal) in
            journal.name.lowercased() == name
        }
    }

    /// Gives a journal another name.
    ///
    /// - Parameters:
    ///   - id: the journal's id.
    ///   - name: the new name; white space at both ends is removed.
    ///   - condition: the condition that the change depends on.
    /// - Returns: the changed journal.
    /// - Throws: `LibraryError` with code `blank` when the name is, `notFound` when the journal has gone, `preconditionFailed`.
    public func renameJournal(
        _ id: String, to name: String, if condition: Condition? = nil
    ) throws(LibraryError) -> Journal {
        let name = try Self.journalName(name)
        return try change(.journal, id, if: condition) { (journal: inout Journal) in journal.name = name }
    }

    /// All that is in a journal.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func contents(of journal: Journal) throws(LibraryError) -> JournalContents {
        let ofJournal = RecordFilter("journal", equals: journal.id)
        return JournalContents(
            journal, places: try places(of: journal.id), notes: try index.all(.note, where: ofJournal),
            entries: try index.all(.entry, where: ofJournal))
    }

    private static func journalName(_ name: String) throws(LibraryError) -> String {
        let trimmed = name.trimmed
        guard !trimmed.isEmpty else { throw LibraryError(.blank, "A journal needs a name, and this one is blank.") }
        return trimmed
    }
}

extension Library {
    /// Writes a note in a journal.
    ///
    /// - Parameters:
    ///   - text: what is written; blanks around it are left out.
    ///   - journal: the id of the journal.
    ///   - place: the id of a place of that journal.
    ///   - date: what day and hour it tells of; now when `nil`.
    ///   - id: the id, such as `note-7k3x9w2mq4ta`, that nothing has or had; a random one when `nil`.
    /// - Throws: `LibraryError` with code `blank` when nothing is left of the text, `notFound` when journal or place have
    ///   gone, `conflict` for an id that was used. Then nothing is written.
    public func addNote(
        _ text: String, to journal: String, place: String? = nil, date: WallTime? = nil, id: String? = nil
    ) throws(LibraryError) -> Note {
        let note = Note(
            id: try makeID(.note, chosen: id), journal: journal, place: place, date: try wallTime(date),
            text: try Self.noteText(text))
        return try add(note, as: .note, isChosen: id != nil, in: journal, at: place)
    }

    /// The note that `text` means: its id or the beginning of its id.
    ///
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    public func note(named text: String) throws(LibraryError) -> Note {
        try find(.note, text)
    }

    /// Replaces the text of a note; the one before stays in its history.
    ///
    /// - Parameters:
    ///   - id: the note's id.
    ///   - text: the new text; white space at both ends is removed.
    ///   - condition: the condition that the change depends on.
    /// - Returns: the changed note.
    /// - Throws: `LibraryError` with code `blank` when nothing is left of the text, `notFound` when the note has gone,
    ///   `preconditionFailed`.
    public func replaceNote(
        _ id: String, with text: String, if condition: Condition? = nil
    ) throws(LibraryError) -> Note {
        let text = try Self.noteText(text)
        return try change(.note, id, if: condition) { (note: inout Note) in note.text = text }
    }

    /// Returns the versions of a note since the last `compact`, newest first.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func history(ofNote id: String) throws(LibraryError) -> [NoteVersion] {
        var versions: [NoteVersion] = []
        for version in try index.history(of: RecordKey(.note, id)) {
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
