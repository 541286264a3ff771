import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@Suite struct DeletingTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    private func makeJournal() async throws -> (Journal, JournalPlace, Note, Entry) {
        let journal = try library.addJournal(named: "France")
        let place = try library.addPlace(to: journal.id, at: Coordinate(latitude: 1, longitude: 2), name: "Here")
        let note = try library.addNote("text", to: journal.id, at: place.id)
        let entry = try await library.addEntry(text: "one", media: [lab.picture()], to: journal.id)
        return (journal, place, note, entry)
    }

    @Test func `a journal is deleted and restored with its contents`() async throws {
        let (journal, _, note, _) = try await makeJournal()
        let before = try library.contents(of: journal)
        try library.delete(journal.id)
        #expect(try library.journals().isEmpty)
        #expect(try library.entries().isEmpty)
        try expectEqual(library.deletedRecords().map(\.record.key.id), [journal.id.rawValue])
        expectEqual(failure(LibraryError.self) { try library.restore([note.id]) }?.code, .conflict)
        try expectEqual(library.restore(ids: [journal.id.rawValue]), 4)
        let after = try library.contents(of: journal)
        expectEqual(after.places, before.places)
        expectEqual(after.stops.map(\.notes), before.stops.map(\.notes))
        expectEqual(after.stops.map(\.entries), before.stops.map(\.entries))
    }

    @Test func `records deleted earlier stay deleted`() async throws {
        let (journal, _, note, entry) = try await makeJournal()
        try library.delete([note.id])
        try library.delete(journal.id)
        try library.restore(ids: [journal.id.rawValue])
        #expect(try library.contents(of: journal).stops.flatMap(\.notes).isEmpty)
        #expect(try library.entry(named: entry.id.rawValue) == entry)
        try library.restore(ids: [String(note.id.rawValue.prefix(9))])
        #expect(try library.note(named: note.id.rawValue) == note)
    }

    @Test func `either all records are deleted or none`() async throws {
        let (journal, place, _, entry) = try await makeJournal()
        expectEqual(failure(LibraryError.self) { try library.delete([entry.id, "note-none"]) }?.code, .notFound)
        expectEqual(failure(LibraryError.self) { try library.delete(ids: ["nonsense"]) }?.code, .notFound)
        try expectEqual(library.entries(), [entry])
        try library.delete(ids: [place.id.rawValue, journal.id.rawValue])
        #expect(try library.journals().isEmpty)
    }

    @Test func `compact removes deleted records`() async throws {
        let (journal, _, _, _) = try await makeJournal()
        try library.delete(journal.id)
        _ = try library.compactIndex()
        #expect(try library.deletedRecords().isEmpty)
        #expect(failure(LibraryError.self) { try library.restore(ids: [journal.id.rawValue]) }?.code == .notFound)
    }
}
