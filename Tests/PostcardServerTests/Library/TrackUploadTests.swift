import Foundation
import NIOHTTP1
import PostcardCore
import PostcardFixtures
import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// GPX files that are added to journals.
@Suite struct TrackUploadTests {
    private static let track = Fixture.track("phone").bytes

    /// Returns a photo without a position, taken while the track was recorded.
    private static func photo() throws -> [UInt8] {
        var exif = EXIFBlock()
        exif.addEXIFText(0x9003, "2024:06:09 11:00:00")
        exif.addEXIFText(0x9011, "+02:00")
        return exif.inserted(intoJPEG: try TestPicture.gradient(9, 9).encoded(as: .jpeg()))
    }

    @Test func `a track places the photos of its journal, and is added once`() async throws {
        try await LibraryLab.run { lab in
            let path = "/library/journals/\(try lab.library.addJournal(named: nil).id)"
            let sent = try await lab.sendForm(
                .POST, "\(path)/media", [.field("sorted", "true"), .file("a.jpg", try Self.photo())])
            expectEqual(sent.status, 201)
            let added = try await lab.sendForm(.POST, "\(path)/tracks", [.file("walk.gpx", Self.track)])
            expectEqual(added.status, 200)
            expectEqual(try added.object["tracks"] as? Int, 1)
            expectEqual(try added.object["placed"] as? Int, 1)
            let contents = try lab.library.contents(of: try #require(try lab.library.journals().first))
            expectEqual(contents.places.count, 1)
            let shown = try await lab.get(path)
            let journal = try #require(try shown.object["journal"] as? [String: Any])
            let tracks = try #require(journal["tracks"] as? [[String: Any]])
            expectEqual(tracks.map { $0["name"] as? String }, ["walk.gpx"])
            let again = try await lab.sendForm(.POST, "\(path)/tracks", [.file("again.gpx", Self.track)])
            expectEqual(try again.object["tracks"] as? Int, 0)
            expectEqual(try again.object["placed"] as? Int, 0)
            try await expectEqual(lab.get(path)["ETag"], shown["ETag"])
        }
    }

    @Test func `the clock of a camera is reported`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: nil).id
            var exif = EXIFBlock()
            exif.addText(0x0110, "D90")
            exif.addEXIFText(0x9003, "2024:06:09 11:00:00")
            exif.addEXIFText(0x9011, "+02:00")
            let photo = exif.inserted(intoJPEG: try TestPicture.gradient(9, 9).encoded(as: .jpeg()))
            _ = try await lab.library.addMedia([.bytes(photo, name: "a.jpg")], to: journal)
            let added = try await lab.sendForm(
                .POST, "/library/journals/\(journal)/tracks", [.file("walk.gpx", Self.track)])
            let clocks = try #require(try added.object["clocks"] as? [[String: Any]])
            expectEqual(clocks.map { $0["camera"] as? String }, ["D90"])
            expectEqual(clocks.map { $0["secondsFromUTC"] as? Int }, [7_200])
            expectEqual(clocks.map { $0["secondsAhead"] as? Double }, [0])
            expectEqual(clocks.map { $0["photos"] as? Int }, [nil])
        }
    }

    @Test(arguments: [
        (Fixture.track("cut").bytes, "Can't read a.gpx: it is not a complete GPX file"),
        (Fixture.track("bomb").bytes, "Can't read a.gpx: it is not a complete GPX file"),
        (Array("hello".utf8), "Can't read a.gpx: it is not a complete GPX file"),
        (Array(#"<gpx><wpt lat="1" lon="1"/></gpx>"#.utf8), "a.gpx contains no track."),
    ])
    func `a file without a track is rejected with the reason`(bytes: [UInt8], reason: String) async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Trip").id
            // If one of the files is invalid, none of them is added.
            let reply = try await lab.sendForm(
                .POST, "/library/journals/\(journal)/tracks",
                [.file("walk.gpx", Self.track), .file("C:\\b/a.gpx", bytes)])
            expectEqual(reply.status, 422)
            expectEqual(try reply.object["code"] as? String, "noTrack")
            #expect(try (reply.object["detail"] as? String)?.hasPrefix(reason) == true)
            expectEqual(try lab.library.journals().map { $0.tracks?.count }, [nil])
        }
    }

    @Test func `files that exceed the limit are rejected`() async throws {
        try await LibraryLab.run({ $0.limits.uploadBytes = 1_000 }) { lab in
            let journal = try lab.library.addJournal(named: "Trip").id
            let reply = try await lab.sendForm(
                .POST, "/library/journals/\(journal)/tracks", [.file("walk.gpx", Self.track)])
            expectEqual(reply.status, 413)
            expectEqual(try lab.library.journals().map { $0.tracks?.count }, [nil])
        }
    }

    @Test func `forms without files, with photos, and other bodies are rejected`() async throws {
        try await LibraryLab.run { lab in
            let path = "/library/journals/\(try lab.library.addJournal(named: "Trip").id)/tracks"
            let entry = try await lab.library.addEntry(
                text: "a", media: [.bytes(try TestPicture.jpeg(), name: "a.jpg")])
            let photo = Array("\(entry.id)/1".utf8)
            for parts in [[], [.photo(photo)], [.file("walk.gpx", Self.track), .photo(photo)]] as [[LibraryLab.Part]] {
                try await expectEqual(lab.sendForm(.POST, path, parts).status, 422)
            }
            try await expectEqual(lab.send(.POST, path, json: "{}").status, 415)
            let other = "/library/journals/journal-000000000000/tracks"
            try await expectEqual(lab.sendForm(.POST, other, [.file("walk.gpx", Self.track)]).status, 404)
        }
    }

    @Test func `a token that can only read adds no tracks`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Trip").id
            let reply = try await lab.server.get(
                "/library/journals/\(journal)/tracks", ["Authorization": "Bearer \(LibraryLab.readerToken)"],
                method: .POST, body: [])
            expectEqual(reply.status, 403)
        }
    }
}
