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
        try update { (transaction) throws(LibraryError) in
            try transaction.requireJournal(journal, place: place)
            try transaction.add(note, for: RecordKey(.note, note.id), isChosen: id != nil)
        }
        return note
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
