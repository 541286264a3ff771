import Foundation
import NIOHTTP1
import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Journals that are made from photos.
@Suite struct PhotoJournalTests {
    /// Returns a photo that was taken near a city on a day in June 2026.
    private static func photo(_ day: Int, latitude: Double?, longitude: Double = -9.14) throws -> [UInt8] {
        var exif = EXIFBlock()
        exif.addText(0x9003, "2026:06:\(day) 10:00:00")
        if let latitude { exif.addPosition(latitude: latitude, longitude: longitude) }
        return exif.inserted(intoJPEG: try TestPicture.gradient(9, 9).encoded(as: .jpeg()))
    }

    @Test func `photos that are sent one by one become places named after cities`() async throws {
        try await LibraryLab.run { lab in
            let begun = try await lab.send(.POST, "/library/journals", json: "{}")
            #expect(begun.status == 201)
            let journal: Journal = try begun.decoded()
            let photos = try [
                Self.photo(12, latitude: 38.71), Self.photo(13, latitude: 38.711), Self.photo(12, latitude: 38.7101),
                Self.photo(14, latitude: 48.86, longitude: 2.35), Self.photo(15, latitude: nil),
            ]
            for (number, photo) in photos.enumerated() {
                for status in [201, 200] {
                    let sent = try await lab.sendForm(
                        .POST, "/library/journals/\(journal.id)/media?id=entry-00000000000\(number)",
                        [.field("sorted", "true"), .file("\(number).jpg", photo)])
                    // When a photo is sent again, its bytes show that it is already in the journal.
                    #expect([status, 201].contains(sent.status))
                    #expect(try sent.list.map { $0["id"] as? String } == ["entry-00000000000\(number)"])
                }
            }
            let contents = try lab.library.contents(of: try lab.library.journals()[0])
            expectEqual(contents.places.map(\.name), ["Lisbon", "Lisbon", "Paris"])
            expectEqual(contents.places.map(\.date.day), ["2026-06-12", "2026-06-13", "2026-06-14"])
            expectEqual(contents.stops.map(\.entries.count), [2, 1, 1, 1])
            expectEqual(contents.journal.name, "Lisbon and Paris, 12 to 15 June 2026")
            let listed = try #require(try await lab.get("/library/journals").list.first)
            #expect(listed["first"] as? String == "2026-06-12T10:00:00")
            #expect(listed["last"] as? String == "2026-06-15T10:00:00")
        }
    }

    @Test(arguments: [
        [("sorted", "yes")], [("sorted", "true"), ("place", "{place}")], [("sorted", "true"), ("date", "2026-06-12")],
    ])
    func `invalid requests to sort photos are rejected`(fields: [(String, String)]) async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Trip")
            let place = try lab.library.addPlace(to: journal.id, at: .tower)
            let reply = try await lab.sendForm(
                "/library/journals/\(journal.id)/media",
                fields.map { ($0.0, $0.1.replacingOccurrences(of: "{place}", with: place.id.rawValue)) },
                files: [("a.jpg", try TestPicture.jpeg())])
            #expect(reply.status == 422)
            #expect(try lab.library.entries().isEmpty)
        }
    }

    @Test func `a place has the date of its first photo, or the date that was set`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Trip")
            let place = try lab.library.addPlace(to: journal.id, at: .tower, name: "Tower")
            let photo = MediumSource.bytes(try Self.photo(12, latitude: 48.8584, longitude: 2.2945), name: "a.jpg")
            _ = try await lab.library.addMedia([photo], to: journal.id, at: place.id)
            let address = "/library/places/\(place.id)"
            let shown = try await lab.get(address)
            #expect(try shown.object["date"] as? String == "2026-06-12T10:00:00")
            #expect(try shown.object["automaticDate"] as? String == "2026-06-12T10:00:00")
            let tag = try #require(shown["ETag"])
            let changed = try await lab.send(
                .PATCH, address, json: #"{"date": "2026-06-11"}"#, ["If-Match": tag])
            expectEqual(changed.status, 200)
            try await expectEqual(lab.get(address).object["date"] as? String, "2026-06-11")
            try await expectEqual(lab.get(address)["ETag"], changed["ETag"])
        }
    }
}
