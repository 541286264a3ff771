import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

/// Finding records by the text that people type.
@Suite struct FindingTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let place: Coordinate

    init() throws {
        lab = try JournalLab()
        place = try Coordinate(latitude: 1, longitude: 2)
    }

    private func put(_ ids: String...) throws {
        for id in ids {
            let pin = Pin(id: Pin.ID(rawValue: "pin-\(id)"), name: "", coordinate: place, created: noon, origin: nil)
            try library.update { transaction in
                try transaction.add(pin, for: RecordKey(pin.id))
            }
        }
    }

    @Test(arguments: [
        ("pin-abc1", "pin-abc1"), ("pin-abd", "pin-abd2"), ("abd", "pin-abd2"), ("abc12", "pin-abc12"),
        ("pin-x", "pin-x"),
    ])
    func `an id or an id prefix finds a record`(text: String, id: String) throws {
        try put("abc1", "abc12", "abd2", "x", "xy")
        #expect(try library.pin(named: text).id.rawValue == id)
    }

    @Test(arguments: ["abc", "pin-abc"]) func `a prefix of several ids is ambiguous`(text: String)
        throws
    {
        try put("abc1", "abc12", "abd2")
        let error = failure(LibraryError.self) { _ = try library.pin(named: text) }
        #expect(error?.code == .ambiguous)
        #expect(error?.message.contains("pin-abc12, pin-abc1") == true)
    }

    @Test func `a message lists four of many ids`() throws {
        try put("abc1", "abc2", "abc3", "abc4", "abc5", "abc6")
        let message = try #require(failure(LibraryError.self) { _ = try library.pin(named: "abc") }?.message)
        #expect(message == "6 ids start with \"abc\": pin-abc6, pin-abc5, pin-abc4, pin-abc3 … Use a longer prefix.")
    }

    @Test(arguments: ["", "b", "pin-b", "1", "12", "PIN-ABC1", "%", "pin-abc1 "]) func `other strings find no record`(
        text: String
    ) throws {
        try put("abc1", "12ab")
        let error = failure(LibraryError.self) { _ = try library.pin(named: text) }
        // Only digits can be a position in a list.
        #expect(error?.code == .notFound)
        #expect(error?.suggestion == .list(kind: "pin", of: nil, isExact: false))
    }

    @Test func `a name takes precedence over an id prefix`() throws {
        try put("abc1")
        let named = try library.addPin(at: place, name: "abc")
        #expect(try library.pin(named: "ABC") == named)
        #expect(try library.pin(named: "abc1").id == "pin-abc1")
    }

    @Test func `a name shared by two records is ambiguous, but their ids are not`() throws {
        let pins = try (0..<2).map { _ in try library.addPin(at: place, name: "Tower") }
        #expect(failure(LibraryError.self) { _ = try library.pin(named: "tower") }?.code == .ambiguous)
        #expect(try library.pin(named: pins[1].id.rawValue) == pins[1])
    }

    @Test func `an irreversible change requires a complete id or name`() throws {
        try put("abc1")
        let named = try library.addPin(at: place, name: "Tower")
        expectEqual(failure(LibraryError.self) { _ = try library.pin(named: "abc", isExact: true) }?.code, .notFound)
        try expectEqual(library.pin(named: "pin-abc1", isExact: true).id, "pin-abc1")
        try expectEqual(library.pin(named: "tower", isExact: true), named)
        #expect(
            failure(LibraryError.self) { _ = try library.pin(named: "no", isExact: true) }?.suggestion
                == .list(kind: "pin", of: nil, isExact: true))
    }

    @Test func `a place is found only in its journal`() throws {
        let journals = try ["France", "Japan"].map { try library.addJournal(named: $0) }
        let places = try journals.map { try library.addPlace(to: $0.id, at: place, name: "Home") }
        #expect(try library.place(named: "home", in: journals[0]) == places[0])
        #expect(try library.place(named: "home", in: journals[1]) == places[1])
        let error = failure(LibraryError.self) { _ = try library.place(named: "other", in: journals[1]) }
        #expect(error?.suggestion == .list(kind: "place", of: journals[1].id.rawValue, isExact: false))
    }

    @Test func `a deleted record is not found`() throws {
        try put("abc1")
        try library.delete(ids: ["pin-abc1"])
        for text in ["pin-abc1", "abc"] {
            #expect(failure(LibraryError.self) { _ = try library.pin(named: text) }?.code == .notFound)
        }
    }

    @Test(arguments: [("France", 0), ("FRANCE", 0), ("tower", 1)]) func `a journal or pin is deleted by its name`(
        text: String, number: Int
    ) throws {
        let ids = [
            try library.addJournal(named: "France").id.rawValue,
            try library.addPin(at: place, name: "Tower").id.rawValue,
        ]
        #expect(try library.deletableID(named: text) == ids[number])
        #expect(try library.deletableID(named: ids[number]) == ids[number])
    }

    @Test func `a name shared by a journal and a pin is not enough to delete either`() throws {
        _ = try library.addJournal(named: "Paris")
        let pin = try library.addPin(at: place, name: "paris")
        #expect(failure(LibraryError.self) { _ = try library.deletableID(named: "Paris") }?.code == .conflict)
        for text in ["", "Rome", String(pin.id.rawValue.dropLast())] {
            #expect(
                failure(LibraryError.self) { _ = try library.deletableID(named: text) }?.code == .notFound, "\(text)")
        }
    }
}
