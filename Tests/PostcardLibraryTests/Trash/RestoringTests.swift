import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

@Suite struct RestoringTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let place: Coordinate

    init() throws {
        lab = try JournalLab()
        place = try Coordinate(latitude: 1, longitude: 2)
    }

    private func deleted() throws -> [String] { try library.deletedRecords().map(\.record.key.id) }

    @Test func `the most recently deleted item is listed first`() throws {
        let pins = try ["a", "b", "c"].map { try library.addPin(at: place, name: $0) }
        for pin in [pins[1], pins[0], pins[2]] { try library.delete([pin.id]) }
        #expect(try deleted() == [pins[2].id, pins[0].id, pins[1].id].map(\.rawValue))
        try library.restore([pins[0].id])
        #expect(try deleted() == [pins[2].id.rawValue, pins[1].id.rawValue])
    }

    @Test func `a place is deleted and restored with its notes and entries, without those of the journal`() async throws
    {
        let journal = try library.addJournal(named: "France")
        let stop = try library.addPlace(to: journal.id, at: place, name: "Here")
        let (here, elsewhere) = (
            try library.addNote("here", to: journal.id, at: stop.id),
            try library.addNote("elsewhere", to: journal.id)
        )
        let entry = try await library.addEntry(text: "here", media: [lab.picture()], to: journal.id, at: stop.id)
        try library.delete([stop.id])
        let rest = try library.contents(of: journal)
        #expect(rest.places.isEmpty)
        expectEqual(rest.stops.flatMap(\.notes), [elsewhere])
        try expectEqual(deleted(), [stop.id.rawValue])
        try expectEqual(library.restore([stop.id]), 3)
        let contents = try library.contents(of: journal)
        expectEqual(contents.places, [stop])
        expectEqual(contents.stops[0].notes, [here])
        expectEqual(contents.stops[0].entries, [entry])
    }

    @Test func `an item of a deleted owner can be restored after the owner`() throws {
        let journal = try library.addJournal(named: "France")
        let stop = try library.addPlace(to: journal.id, at: place)
        let note = try library.addNote("text", to: journal.id, at: stop.id)
        try library.delete([note.id])
        try library.delete([stop.id])
        try library.delete([journal.id])
        let error = failure(LibraryError.self) { try library.restore([note.id]) }
        #expect(error?.code == .conflict)
        #expect(
            error?.message.contains(stop.id.rawValue) == true || error?.message.contains(journal.id.rawValue) == true)
        // The place can't be restored before the journal.
        #expect(failure(LibraryError.self) { try library.restore([stop.id]) }?.code == .conflict)
        try library.restore([journal.id])
        try library.restore([stop.id])
        try library.restore([note.id])
        #expect(try library.contents(of: journal).stops.flatMap(\.notes) == [note])
    }

    @Test func `an id prefix is enough, unless it matches two records`() throws {
        let pins = try (0..<2).map { _ in try library.addPin(at: place) }
        try library.delete(pins.map(\.id))
        #expect(failure(LibraryError.self) { try library.restore(ids: ["pin-"]) }?.code == .conflict)
        try library.restore(ids: [String(pins[1].id.rawValue.prefix(10))])
        #expect(try library.pins() == [pins[1]])
    }

    @Test(arguments: ["", "pin-none", "nonsense", "settings-library", "pin"]) func `other ids restore nothing`(
        id: String
    ) throws {
        let error = failure(LibraryError.self) { try library.restore(ids: [id]) }
        #expect(error?.code == .notFound)
        #expect(error?.suggestion == .listDeleted)
    }

    @Test func `either all records are restored or none`() throws {
        let pin = try library.addPin(at: place)
        try library.delete([pin.id])
        #expect(
            failure(LibraryError.self) { try library.restore(ids: [pin.id.rawValue, "pin-none"]) }?.code == .notFound)
        #expect(try library.pins().isEmpty)
        #expect(try deleted() == [pin.id.rawValue])
    }

    @Test func `the same id twice is restored once`() throws {
        let pin = try library.addPin(at: place)
        try library.delete([pin.id])
        #expect(try library.restore([pin.id, pin.id]) == 1)
        #expect(failure(LibraryError.self) { try library.restore([pin.id]) }?.code == .notFound)
    }

    @Test func `a note comes back with its last text and its history`() throws {
        let journal = try library.addJournal(named: "France")
        let note = try library.addNote("one", to: journal.id)
        let second = try library.updateNote(note.id, text: "two")
        try library.delete([note.id])
        try library.restore([note.id])
        #expect(try library.note(named: note.id.rawValue) == second)
        #expect(try library.history(of: note.id).map(\.text) == ["two", nil, "two", "one"])
    }

    @Test func `restored records can be deleted again`() throws {
        let pin = try library.addPin(at: place)
        for _ in 0..<3 {
            try library.delete([pin.id])
            #expect(try deleted() == [pin.id.rawValue])
            try library.restore([pin.id])
            #expect(try library.pins() == [pin])
        }
        #expect(try library.check(readsBlobs: true).findings == [])
    }

    @Test func `settings and the map are never among the deleted items`() throws {
        try library.changeSettings { settings in try settings.set(.owner, to: "Ann") }
        _ = try library.changeMapView(center: place)
        try library.resetMapView()
        #expect(try deleted().isEmpty)
    }
}
