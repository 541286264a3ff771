import Foundation
import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

/// The JSON of records, printed by commands and sent by the service.
@Suite struct ListingTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    private func object(_ value: some Encodable) throws -> [String: Any] {
        let data = try ListingEncoder.encode(value)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func files(of photo: Photo) -> PhotoListing.Files {
        .init(file: "\(photo.id).jpg", thumbnail: "small", peek: "large")
    }

    private func openAlbum(_ photos: RemotePhoto...) async throws -> (Pin, Album) {
        let pin = try library.addPin(at: Coordinate(latitude: -48.5, longitude: 2.25), name: "Tower")
        let album = try await library.downloadAlbum(
            of: pin, from: PhotoSourceStandIn([photos]), request: AlbumRequest(count: photos.count, seed: 1)
        ).album
        return (pin, album)
    }

    @Test(arguments: [
        ("empty", 0, "empty"), ("none-found", 0, "none-found"), ("ready", 1, "1 photo"), ("ready", 3, "3 photos"),
        ("downloading", 3, "3 photos, downloading"), ("failed", 1, "1 photo, failed"),
        ("interrupted", 0, "interrupted"),
    ])
    func `an album is summarized in a few words`(state: String, photos: Int, expected: String) {
        #expect(AlbumListing.summary(state, photos: photos) == expected)
    }

    @Test func `an album lists its photos with their numbers`() async throws {
        let (pin, album) = try await openAlbum(PhotoSourceStandIn.photo("a"), PhotoSourceStandIn.photo("b"))
        let listing = try AlbumListing(of: pin, album, in: library, files: files)
        expectEqual(listing.photos.map(\.number), [1, 2])
        expectEqual(listing.photos.map(\.photo.id), album.photos)
        expectEqual(listing.summary, "2 photos")
        let json = try object(listing)
        #expect(json["state"] as? String == "ready")
        #expect(json["notice"] as? String == "Photos of the stand-in.")
        #expect(json["problem"] == nil)
        #expect((json["pin"] as? [String: Any])?["name"] as? String == "Tower")
        #expect((json["photos"] as? [Any])?.count == 2)
    }

    @Test func `the listing of a pin without an album is empty`() throws {
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2))
        let listing = try AlbumListing(of: pin, nil, in: library, files: files)
        #expect(listing.state == "empty")
        #expect(listing.photos.isEmpty)
        #expect(listing.notice == nil)
    }

    @Test(arguments: [
        ("2024:06:09 21:14:03", "2024-06-09T21:14:03"), ("2024-06-09", "2024-06-09"),
        ("summer of 1999", "summer of 1999"),
    ])
    func `a photo shows its date in ISO 8601 if possible`(date: String, expected: String) async throws {
        let (_, album) = try await openAlbum(PhotoSourceStandIn.photo("a", dateTaken: date))
        let photo = try library.photo(named: album.photos[0].rawValue)
        let json = try object(PhotoListing(photo, number: nil, files: files(of: photo)))
        #expect(json["dateTaken"] as? String == (WallTime(date) == nil ? date : expected))
        #expect(json["number"] == nil)
        expectEqual(json["file"] as? String, "\(photo.id).jpg")
        expectEqual(json["thumbnail"] as? String, "small")
        expectEqual(json["peek"] as? String, "large")
        expectEqual(json["credit"] as? String, photo.credit)
        expectEqual(json["blob"] as? String, "\(photo.blob)")
    }

    @Test func `pins are GeoJSON with the longitude first`() async throws {
        let (pin, _) = try await openAlbum(PhotoSourceStandIn.photo("a"))
        let found = try library.addPin(
            at: Coordinate(latitude: 1, longitude: -2), name: "Found",
            origin: Pin.Origin(
                Place(
                    source: "nominatim", id: "way/1", name: "Found", coordinate: Coordinate(latitude: 1, longitude: -2),
                    address: "Street 1"), notice: "Data by people."))
        let json = try object(PinCollection([pin, found], in: library))
        #expect(json["type"] as? String == "FeatureCollection")
        let features = try #require(json["features"] as? [[String: Any]])
        let geometry = features.compactMap { $0["geometry"] as? [String: Any] }
        #expect(geometry.map { $0["type"] as? String } == ["Point", "Point"])
        #expect(geometry.map { $0["coordinates"] as? [Double] } == [[2.25, -48.5], [-2, 1]])
        let properties = features.compactMap { $0["properties"] as? [String: Any] }
        expectEqual(properties.map { $0["photos"] as? Int }, [1, 0])
        expectEqual(properties.map { $0["album"] as? String }, ["ready", "empty"])
        expectEqual(properties.map { $0["attribution"] as? String }, ["Photos of the stand-in.", "Data by people."])
        expectEqual(properties[1]["address"] as? String, "Street 1")
        expectEqual(features.map { $0["id"] as? String }, [pin.id.rawValue, found.id.rawValue])
    }

    @Test func `a meme lists the members of its record, and the path of its file`() throws {
        let record = try library.addMeme(
            TestPicture.jpeg(), format: .jpeg, size: .init(width: 64, height: 48),
            meme: .classic(top: "ONE\nTWO", bottom: "THREE"), origin: .file("a.png"))
        let json = try object(MemeListing(record, path: "/a/meme.jpg"))
        expectEqual(json["path"] as? String, "/a/meme.jpg")
        expectEqual(json["id"] as? String, record.id.rawValue)
        expectEqual(json["texts"] as? [String], ["ONE\nTWO", "THREE"])
        expectEqual(json["created"] as? String, record.created.ISO8601Format())
        expectEqual(MemeListing.words(record), "ONE TWO / THREE")
    }

    @Test func `an entry and a journal list their files`() async throws {
        let journal = try library.addJournal(named: "France")
        let place = try library.addPlace(to: journal.id, at: Coordinate(latitude: 1, longitude: 2), name: "Here")
        _ = try library.addNote("A note", to: journal.id, at: place.id)
        let entry = try await library.addEntry(text: "An entry", media: [lab.picture()], to: journal.id)
        let listing = JournalListing(try library.contents(of: journal)) { EntryListing($0, files: ["a.jpg"]) }
        let json = try object(listing)
        let stops = try #require(json["stops"] as? [[String: Any]])
        expectEqual(stops.count, 2)
        expectEqual((stops[0]["place"] as? [String: Any])?["name"] as? String, "Here")
        expectEqual((stops[0]["notes"] as? [[String: Any]])?.map { $0["text"] as? String }, ["A note"])
        #expect(stops[1]["place"] == nil)
        let entries = try #require(stops[1]["entries"] as? [[String: Any]])
        #expect(entries.map { $0["id"] as? String } == [entry.id.rawValue])
        #expect(entries.map { $0["files"] as? [String] } == [["a.jpg"]])
    }

    @Test func `a deleted record is recognizable by its title`() async throws {
        let place = try Coordinate(latitude: 1, longitude: 2)
        let journal = try library.addJournal(named: "France")
        let (pin, album) = try await openAlbum(PhotoSourceStandIn.photo("a", title: "A tower", owner: "Ann"))
        let unnamed = try library.addPin(at: place)
        let stop = try library.addPlace(to: journal.id, at: place, name: "Here")
        let note = try library.addNote("first line\nsecond line", to: journal.id)
        let entry = try await library.addEntry(text: "An entry\nof two lines", media: [lab.picture()])
        let meme = try library.addMeme(
            TestPicture.jpeg(), format: .jpeg, size: .init(width: 64, height: 48),
            meme: .classic(top: "A", bottom: "B"),
            origin: .file("a.png"))
        let expected = [
            album.photos[0].rawValue: "\"A tower\" by Ann, CC0 1.0, https://photos.example/a", pin.id.rawValue: "Tower",
            unnamed.id.rawValue: "\(place)", stop.id.rawValue: "Here", note.id.rawValue: "first line",
            entry.id.rawValue: "An entry", meme.id.rawValue: "A / B", journal.id.rawValue: "France",
        ]
        try library.delete(album.photos[0])
        try library.delete([pin.id, unnamed.id])
        try library.delete(stop.id)
        try library.delete(note.id)
        try library.delete(entry.id)
        try library.delete(meme.id)
        try library.delete(journal.id)
        let listings = try library.deletedRecords().map { DeletedListing($0) }
        #expect(Dictionary(uniqueKeysWithValues: listings.map { ($0.id, $0.title) }) == expected)
        #expect(listings.allSatisfy { $0.id.hasPrefix("\($0.kind)-") })
        #expect(listings.first?.id == journal.id.rawValue)
    }
}
