import Foundation
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

/// The dates of places, and the resulting order. The clock of the library shows September 21, 2026.
@Suite struct PlaceDateTests {
    let lab: JournalLab
    let journal: Journal
    let paris: Coordinate
    var library: Library { lab.library }

    init() throws {
        lab = try JournalLab()
        journal = try lab.library.addJournal(named: "France")
        paris = try Coordinate(latitude: 48.8584, longitude: 2.2945)
    }

    private func place(_ name: String, date: String? = nil) throws -> JournalPlace {
        try library.addPlace(to: journal.id, at: paris, name: name, date: date.flatMap { WallTime($0) })
    }

    private func add(_ sources: MediumSource..., at place: JournalPlace? = nil) async throws {
        _ = try await library.addMedia(sources, to: journal.id, at: place?.id)
    }

    /// Returns the names and days of the places, as shown.
    private func shown() throws -> [String] {
        try library.contents(of: journal).places.map { "\($0.name) \($0.date.day)" }
    }

    /// A photo from an album, taken by another person.
    private func photoOfOthers(_ taken: String) async throws -> MediumSource {
        let pin = try library.addPin(at: paris)
        let source = PhotoSourceStandIn([[PhotoSourceStandIn.photo("a", dateTaken: taken, coordinate: paris)]])
        let album = try await library.downloadAlbum(of: pin, from: source).album
        return .photo(try library.photo(named: album.photos[0].rawValue))
    }

    @Test func `a place has the date of its first own photo until the user sets one`() async throws {
        let (second, first) = (try place("B"), try place("A"))
        #expect(try shown() == ["B 2026-09-21", "A 2026-09-21"])
        try await add(lab.photo("2024-06-12 09:00:00"), lab.photo("2024-06-11 09:00:00"), at: second)
        try await add(lab.photo("2024-06-09 09:00:00"), at: first)
        #expect(try shown() == ["A 2024-06-09", "B 2024-06-11"])
        _ = try library.updatePlace(second.id, date: WallTime("2024-06-08"))
        #expect(try shown() == ["B 2024-06-08", "A 2024-06-09"])
        try await add(lab.photo("2024-06-07 09:00:00"), at: second)
        _ = try library.updatePlace(first.id, name: "C")
        #expect(try shown() == ["B 2024-06-08", "C 2024-06-09"])
    }

    @Test(arguments: ["2026-09-21", "2026-09-21T18:00:00+02:00", "2024-01-01"])
    func `a given date is kept, even if it is today`(date: String) async throws {
        let place = try place("A", date: date)
        try await add(lab.photo("2024-06-09 09:00:00"), at: place)
        #expect(try library.contents(of: journal).places[0].date == WallTime(date))
    }

    @Test func `other people's photos do not affect dates or order`() async throws {
        let (first, second) = (try place("A"), try place("B"))
        try await add(lab.photo("2026-06-12 09:00:00"), at: first)
        try await add(photoOfOthers("2024-05-09 10:00:00"), lab.photo("2026-06-13 09:00:00"), at: second)
        #expect(try shown() == ["A 2026-06-12", "B 2026-06-13"])
        let contents = try library.contents(of: journal)
        #expect(contents.dates?.lowerBound.day == "2026-06-12")
        #expect(contents.dates?.upperBound.day == "2026-06-13")
        let alone = try library.addPlace(to: journal.id, at: paris, name: "C")
        try await add(photoOfOthers("2024-05-09 10:00:00"), at: alone)
        #expect(try shown().last == "C 2026-09-21")
    }

    @Test func `an entry that an earlier version dated by another person's photo comes last`() async throws {
        let place = try place("A")
        try await add(photoOfOthers("2024-05-09 10:00:00"), lab.photo("2026-06-13 09:00:00"), at: place)
        var entry = try #require(try library.entries().first { $0.media[0].isFromOthers })
        entry.date = try #require(WallTime("2024-05-09T10:00:00"))
        entry.automaticDate = nil
        let old = entry
        try library.index.update(at: noon) { transaction in
            try transaction.put(old, for: RecordKey(.entry, old.id.rawValue))
        }
        let stop = try #require(try library.contents(of: journal).stops.first)
        #expect(stop.date?.day == "2026-06-13")
        #expect(stop.entries.map { $0.media[0].isFromOthers } == [false, true])
    }

    @Test func `a photo without a date does not extend a journal`() async throws {
        let place = try place("A")
        try await add(lab.photo("2024-06-09 09:00:00"), lab.photo(nil), at: place)
        let dates = try library.contents(of: journal).dates
        #expect(dates?.lowerBound == dates?.upperBound)
        #expect(try shown() == ["A 2024-06-09"])
    }

    @Test(arguments: [
        ("2024-01-05T14:00:07+02:00", "2023-06-09"), ("2024-01-05", "2024-01-05"),
        ("2024-01-04T14:00:00+02:00", "2024-01-04"), ("2024-01-06T01:00:00+02:00", "2024-01-06"),
    ])
    func `in a record of an earlier version, only the day of its creation means that no date was set`(
        date: String, day: String
    ) async throws {
        let id: JournalPlace.ID = "place-000000000000"
        let json = """
            {"coordinate":{"latitude":48,"longitude":2},"date":"\(date)","id":"\(id)","journal":"\(journal.id)","name":"A"}
            """
        // 12:00 in UTC.
        let made = Date(timeIntervalSince1970: 1_704_456_000)
        try library.index.update(at: made) { transaction in
            try transaction.put(json: Array(json.utf8), for: RecordKey(id))
        }
        _ = try await library.addMedia([lab.photo("2023-06-09 09:00:00")], to: journal.id, at: id)
        #expect(try shown() == ["A \(day)"])
        // The time of the record is now on a different day.
        _ = try library.updatePlace(id, name: "B")
        #expect(try shown() == ["B \(day)"])
    }

    @Test func `journals are ordered by their first dates`() async throws {
        let late = try library.addJournal(named: "Late")
        _ = try library.addJournal(named: "Empty")
        for (id, taken) in [(journal.id, "2024-06-09 09:00:00"), (late.id, "2023-06-09 09:00:00")] {
            _ = try await library.addMedia([lab.photo(taken)], to: id)
        }
        #expect(try library.journalContents().map(\.journal.name) == ["Late", "France", "Empty"])
    }
}
