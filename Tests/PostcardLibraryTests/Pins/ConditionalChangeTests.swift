import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@Suite struct ConditionalChangeTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    /// Returns the condition that a pin is unchanged.
    private func isUnchanged(_ pin: Pin) -> Library.Condition {
        let library = library
        return { try library.pin(named: pin.id.rawValue) == pin }
    }

    @Test func `a change applies only to the version that was read`() throws {
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "one")
        let isUnchanged = isUnchanged(pin)
        #expect(try library.updatePin(pin.id, name: "two", if: isUnchanged).name == "two")
        #expect(
            failure(LibraryError.self) { _ = try library.updatePin(pin.id, name: "three", if: isUnchanged) }?.code
                == .preconditionFailed)
        #expect(
            failure(LibraryError.self) { try library.delete([pin.id], if: isUnchanged) }?.code == .preconditionFailed)
        #expect(try library.pins().map(\.name) == ["two"])
    }

    @Test func `every change checks the condition`() async throws {
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2))
        let journal = try library.addJournal(named: "a")
        let place = try library.addPlace(to: journal.id, at: Coordinate(latitude: 1, longitude: 2))
        let note = try library.addNote("a", to: journal.id)
        let entry = try await library.addEntry(text: "a", media: [lab.picture()])
        let bytes = try lab.folder.read("Library/index.jsonl")
        let no: Library.Condition = { false }
        for change in [
            { _ = try library.updatePin(pin.id, name: "b", if: no) },
            { _ = try library.updateJournal(journal.id, name: "b", if: no) },
            { _ = try library.updatePlace(place.id, name: "b", if: no) },
            { _ = try library.updateNote(note.id, text: "b", if: no) },
            { try library.delete([journal.id], if: no) }, { _ = try library.deletePhotos([], of: pin.id, if: no) },
            { try library.changeSettings(if: no) { $0.reset(.peek) } }, { try library.resetMapView(if: no) },
            { _ = try library.changeMapView(center: Coordinate(latitude: 1, longitude: 2), if: no) },
        ] as [() throws -> Void] {
            #expect(failure(LibraryError.self) { try change() }?.code == .preconditionFailed)
        }
        let other = try lab.picture(80)
        let error = await #expect(throws: LibraryError.self) {
            try await library.updateEntry(entry.id, media: [other], if: no)
        }
        #expect(error?.code == .preconditionFailed)
        #expect(try lab.folder.read("Library/index.jsonl") == bytes)
    }

    @Test func `nothing is lost when many clients change one record`() async throws {
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "0")
        let (clients, rounds) = (6, 20)
        let path = lab.path
        try await withThrowingTaskGroup { group in
            for _ in 0..<clients {
                group.addTask {
                    // The library is opened as if by another process.
                    let library = try Library(directory: path)
                    var done = 0
                    while done < rounds {
                        let seen = try library.pin(named: pin.id.rawValue)
                        do {
                            _ = try library.updatePin(pin.id, name: "\((Int(seen.name) ?? 0) + 1)") {
                                try library.pin(named: pin.id.rawValue) == seen
                            }
                            done += 1
                        } catch let error as LibraryError where error.code == .preconditionFailed {}
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try library.pin(named: pin.id.rawValue).name == "\(clients * rounds)")
    }
}
