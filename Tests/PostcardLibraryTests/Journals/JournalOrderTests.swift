import PostcardCore
import PostcardImaging
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct JournalOrderTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    /// A photo taken at a fixed second. `subseconds` are the digits of its fraction.
    private func photo(_ name: String, _ subseconds: String? = nil) throws -> MediumSource {
        var exif = EXIFBlock()
        exif.addText(0x013B, name)
        exif.addEXIFText(0x9003, "2024:06:09 21:14:03")
        if let subseconds { exif.addEXIFText(0x9291, subseconds) }
        return .bytes(
            exif.inserted(intoJPEG: try TestPicture.gradient(9, 9).encoded(as: .jpeg())), name: "\(name).jpg")
    }

    private func names(_ journal: Journal) throws -> [String?] {
        let everywhere = try library.entries(of: journal.id).map { $0.media[0].name }
        let stops = try library.contents(of: journal).stops.flatMap(\.entries).map { $0.media[0].name }
        let shared = try library.gallery(of: [journal.id.rawValue]).sections.flatMap(\.items).map(\.id)
        expectEqual(stops, everywhere)
        expectEqual(shared, try library.entries(of: journal.id).map(\.id.rawValue))
        return everywhere
    }

    @Test func `photos taken in the same second are ordered by its fractions`() async throws {
        let journal = try library.addJournal(named: "A")
        let photos = [("a", "4"), ("b", "333"), ("c", "25"), ("d", "111"), ("e", nil)]
        _ = try await library.addMedia(photos.map { try photo($0.0, $0.1) }, to: journal.id)
        #expect(try names(journal) == ["e.jpg", "d.jpg", "c.jpg", "b.jpg", "a.jpg"])
    }

    @Test func `photos taken at the same moment are in natural order of their names`() async throws {
        let journal = try library.addJournal(named: "A")
        _ = try await library.addMedia(["IMG_10", "img_9", "IMG_2"].map { try photo($0) }, to: journal.id)
        #expect(try names(journal) == ["IMG_2.jpg", "img_9.jpg", "IMG_10.jpg"])
    }

    @Test func `indistinguishable items keep the order in which they were added, even after changes`() async throws {
        let journal = try library.addJournal(named: "A")
        let texts = ["one", "two", "three", "four", "five", "six"]
        let day = WallTime("2024-06-09")
        for text in texts {
            _ = try library.addNote(text, to: journal.id, date: day)
            let picture = try lab.picture()
            guard case .bytes(let bytes, _) = picture else { continue }
            _ = try await library.addEntry(
                text: text, media: [.bytes(bytes, name: "image.jpg")], to: journal.id, date: day)
            _ = try library.addPlace(to: journal.id, at: Coordinate(latitude: 48, longitude: 2), name: text, date: day)
        }
        var contents = try library.contents(of: journal)
        let (note, entry, place) = (contents.stops[6].notes[1], contents.stops[6].entries[1], contents.places[1])
        _ = try library.updateNote(note.id, text: "TWO")
        _ = try await library.updateEntry(entry.id, text: "TWO")
        _ = try library.updatePlace(place.id, name: "TWO")
        let changed = ["one", "TWO", "three", "four", "five", "six"]
        contents = try library.contents(of: journal)
        expectEqual(contents.places.map(\.name), changed)
        expectEqual(contents.stops[6].notes.map(\.text), changed)
        expectEqual(contents.stops[6].entries.map(\.text), changed)
    }
}
