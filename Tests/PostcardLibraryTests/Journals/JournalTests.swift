import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@Suite struct JournalTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let paris: Coordinate

    init() throws {
        lab = try JournalLab()
        paris = try Coordinate(latitude: 48.8584, longitude: 2.2945)
    }

    @Test(arguments: ["", " ", "\n\t"]) func `a journal needs a name`(name: String) throws {
        #expect(failure(LibraryError.self) { _ = try library.addJournal(named: name) }?.code == .blank)
        let journal = try library.addJournal(named: "France")
        #expect(failure(LibraryError.self) { _ = try library.updateJournal(journal.id, name: name) }?.code == .blank)
        #expect(try library.journals().map(\.name) == ["France"])
    }

    @Test func `contents are ordered by date`() async throws {
        let journal = try library.addJournal(named: " France ")
        #expect(journal.name == "France")
        let late = try library.addPlace(to: journal.id, at: paris, name: "Late", date: WallTime("2024-06-10"))
        let early = try library.addPlace(to: journal.id, at: paris, name: "Early", date: WallTime("2024-06-09"))
        _ = try library.addNote("second", to: journal.id, at: late.id, date: WallTime("2024-06-10T12:00"))
        _ = try library.addNote("first", to: journal.id, at: late.id, date: WallTime("2024-06-10T08:00"))
        _ = try await library.addEntry(text: "loose", media: [lab.picture()], to: journal.id)
        let contents = try library.contents(of: journal)
        #expect(contents.places.map(\.name) == ["Early", "Late"])
        #expect(contents.stops[1].notes.map(\.text) == ["first", "second"])
        #expect(contents.stops.last?.place == nil)
        #expect(contents.stops.last?.entries.map(\.text) == ["loose"])
        #expect(try library.place(named: "EARLY", in: journal).id == early.id)
    }

    @Test(arguments: [(0.0036, "Tower"), (0.0085, "Tower"), (0.012, nil), (0.0136, "North")])
    func `photos go to the nearest place within a kilometer`(degrees: Double, name: String?) async throws {
        let journal = try library.addJournal(named: "France")
        let tower = try library.addPlace(to: journal.id, at: paris, name: "Tower")
        let north = try library.addPlace(
            to: journal.id, at: Coordinate(latitude: paris.latitude + 0.022, longitude: paris.longitude), name: "North")
        let photo = try lab.picture(latitude: paris.latitude + degrees, longitude: paris.longitude)
        let entry = try #require(try await library.addMedia([photo], to: journal.id).first)
        #expect(entry.place == (name == "Tower" ? tower.id : name == "North" ? north.id : nil))
        // A given place takes precedence.
        #expect(try await library.addMedia([photo], to: journal.id, at: tower.id).first?.place == tower.id)
    }

    @Test func `places are ordered by their pictures`() async throws {
        let journal = try library.addJournal(named: "France")
        let places = try ["B", "C", "A"].map { try library.addPlace(to: journal.id, at: paris, name: $0) }
        for (place, date) in [(places[0], "2024-06-10"), (places[2], "2024-06-09")] {
            _ = try await library.addEntry(
                text: "text", media: [lab.picture()], to: journal.id, at: place.id, date: WallTime(date))
        }
        let contents = try library.contents(of: journal)
        expectEqual(contents.places.map(\.name), ["A", "B", "C"])
        expectEqual(contents.stops[0].date, WallTime("2024-06-09"))
        expectEqual(contents.stops[2].date, places[1].date)
    }

    @Test func `a place keeps the values of its pin`() throws {
        let journal = try library.addJournal(named: "France")
        let pin = try library.addPin(at: paris, name: "Tower")
        let place = try library.addPlace(to: journal.id, of: pin)
        try library.delete([pin.id])
        try expectEqual(library.contents(of: journal).places, [place])
        expectEqual(place.name, "Tower")
        expectEqual(place.pin, pin.id)
    }

    @Test func `places of other journals are rejected`() throws {
        let journal = try library.addJournal(named: "France")
        let other = try library.addJournal(named: "Japan")
        let place = try library.addPlace(to: other.id, at: paris)
        #expect(
            failure(LibraryError.self) { _ = try library.addNote("text", to: journal.id, at: place.id) }?.code
                == .notFound)
        #expect(failure(LibraryError.self) { _ = try library.addNote("text", to: "journal-none") }?.code == .notFound)
        #expect(try library.contents(of: journal).stops.isEmpty)
    }

    @Test func `notes are replaced as a whole and keep their history`() throws {
        let journal = try library.addJournal(named: "France")
        let note = try library.addNote("one", to: journal.id)
        _ = try library.updateNote(note.id, text: "two\nlines")
        expectEqual(failure(LibraryError.self) { _ = try library.updateNote(note.id, text: " \n") }?.code, .blank)
        try expectEqual(library.note(named: note.id.rawValue).text, "two\nlines")
        try expectEqual(library.history(of: note.id).map(\.text), ["two\nlines", "one"])
        _ = try library.compactIndex()
        #expect(try library.history(of: note.id).map(\.text) == ["two\nlines"])
    }

    @Test func `members written by later versions are kept`() throws {
        let journal = try library.addJournal(named: "France")
        let key = RecordKey(journal.id)
        let json = #"{"created":"2024-06-09T10:00:00.000Z","cover":{"photo":7},"id":"\#(journal.id)","name":"France"}"#
        try library.index.update(at: noon) { transaction in
            try transaction.put(json: Array(json.utf8), for: key)
        }
        _ = try library.updateJournal(journal.id, name: "Japan")
        let record = try #require(try library.index.record(key))
        let stored = String(decoding: record.json, as: UTF8.self)
        #expect(stored.contains(#""cover":{"photo":7}"#) && stored.contains(#""name":"Japan""#))
    }
}
