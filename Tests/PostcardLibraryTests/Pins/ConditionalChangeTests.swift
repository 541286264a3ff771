import PostcardLibrary
import PostcardSources
import PostcardTestSupport
import Testing

@Suite struct ConditionalChangeTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    /// The library as long as a pin is what it is now.
    private func unchanged(_ pin: Pin) -> Library {
        let library = library
        return library.changing { () throws(LibraryError) in try library.pin(named: pin.id) == pin }
    }

    @Test func changeIsMadeOfTheVersionThatWasSeen() throws {
        let pin = try library.dropPin(at: Coordinate(latitude: 1, longitude: 2), name: "one")
        let seen = unchanged(pin)
        #expect(try seen.changePin(pin.id, name: "two").name == "two")
        #expect(failure { _ = try seen.changePin(pin.id, name: "three") }?.code == .preconditionFailed)
        #expect(failure { try seen.delete([pin.id]) }?.code == .preconditionFailed)
        #expect(failure { try seen.deletePin(pin.id) }?.code == .preconditionFailed)
        #expect(try library.pins().map(\.name) == ["two"])
    }

    @Test func everyChangeIsHeldToTheCondition() async throws {
        let journal = try library.makeJournal(named: "a")
        let place = try library.addPlace(to: journal.id, at: Coordinate(latitude: 1, longitude: 2))
        let note = try library.addNote("a", to: journal.id)
        let entry = try await library.addEntry("a", [lab.picture()])
        let bytes = try lab.folder.read("Library/index.jsonl")
        let refused = library.changing { false }
        for change in [
            { _ = try refused.dropPin(at: Coordinate(latitude: 1, longitude: 2)) },
            { _ = try refused.renameJournal(journal.id, to: "b") },
            { _ = try refused.changePlace(place.id, name: "b") },
            { _ = try refused.replaceNote(note.id, with: "b") }, { try refused.delete([journal.id]) },
            { try refused.changeSettings { $0.reset(.peek) } }, { try refused.resetMapView() },
            { _ = try refused.changeMapView(center: Coordinate(latitude: 1, longitude: 2)) },
            { _ = try refused.addNote("b", to: journal.id) },
        ] as [() throws -> Void] {
            #expect(failure { try change() }?.code == .preconditionFailed)
        }
        let other = try lab.picture(80)
        await #expect(throws: LibraryError.self) { try await refused.changeEntry(entry.id, sources: [other]) }
        await #expect(throws: LibraryError.self) { try await refused.addMedia([other], to: journal.id) }
        #expect(try lab.folder.read("Library/index.jsonl") == bytes)
    }

    @Test func nothingIsLostWhenManyChangeOneThing() async throws {
        let pin = try library.dropPin(at: Coordinate(latitude: 1, longitude: 2), name: "0")
        let (clients, rounds) = (6, 20)
        let path = lab.path
        try await withThrowingTaskGroup { group in
            for _ in 0..<clients {
                group.addTask {
                    // As another process has it.
                    let library = try Library(directory: path)
                    var done = 0
                    while done < rounds {
                        let seen = try library.pin(named: pin.id)
                        let mine = library.changing { () throws(LibraryError) in
                            try library.pin(named: pin.id) == seen
                        }
                        do {
                            _ = try mine.changePin(pin.id, name: "\((Int(seen.name) ?? 0) + 1)")
                            done += 1
                        } catch let error as LibraryError where error.code == .preconditionFailed {}
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try library.pin(named: pin.id).name == "\(clients * rounds)")
    }
}
