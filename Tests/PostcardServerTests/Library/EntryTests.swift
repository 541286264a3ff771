import Foundation
import NIOHTTP1
import PostcardFixtures
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct EntryTests {
    @Test func `an entry can be created with a form, changed, and deleted`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "France")
            let picture = try TestPicture.jpeg(80, 60)
            let written = try await lab.sendForm(
                "/library/entries",
                [("text", "Above the city"), ("journal", journal.id.rawValue), ("date", "2024-06-09 21:14")],
                files: [("C:\\photos\\tower.jpg", picture), ("b.png", try TestPicture.gradient().encoded(as: .png))])
            #expect(written.status == 201)
            let entry: Entry = try written.decoded()
            expectEqual(entry.media.map(\.name), ["tower.jpg", "b.png"])
            expectEqual(entry.media.map(\.width), [80, 64])
            expectEqual(entry.date, WallTime("2024-06-09T21:14"))
            #expect(
                try written.object["files"] as? [String]
                    == (1...2).map { "/library/entries/\(entry.id)/media/\($0)/file" })
            #expect(try await lab.get("/library/entries/\(entry.id)/media/1/file").body == picture)
            let thumbnail = try await lab.get("/library/entries/\(entry.id)/media/1/thumbnail")
            #expect(thumbnail.status == 200)
            #expect(thumbnail["Content-Type"] == "image/jpeg")
            for number in ["3", "0", "-1", "\(Int.min)", "9223372036854775808"] {
                let target = "/library/entries/\(entry.id)/media/\(number)/file"
                #expect(try await lab.get(target).status == 404, "\(number)")
                let json = #"{"picture": "library:\#(entry.id)/\#(number)", "texts": ["Hi"]}"#
                #expect(try await lab.send(.POST, "/memes", json: json).status == 404, "\(number)")
            }
            #expect(try await lab.get("/library/entries/\(entry.id)/media/1/huge").status == 404)
            let changed = try await lab.send(.PATCH, "/library/entries/\(entry.id)", json: #"{"text": "Higher"}"#)
            try expectEqual(changed.decoded(Entry.self).text, "Higher")
            try expectEqual(lab.library.entry(named: entry.id.rawValue).media.count, 2)
            try await expectEqual(lab.get("/library/entries?journal=\(journal.id)").list.count, 1)
            try await expectEqual(lab.send(.DELETE, "/library/entries/\(entry.id)").status, 204)
            #expect(try await lab.get("/library/entries").list.isEmpty)
        }
    }

    @Test(arguments: [
        ([("text", " ")], 1, 422), ([], 1, 422), ([("text", "a")], 0, 422),
        ([("text", "a"), ("journal", "journal-0")], 1, 422),
        ([("text", "a"), ("place", "place-0")], 1, 422), ([("text", "a"), ("date", "yesterday")], 1, 422),
        ([("text", "a"), ("text", "b")], 1, 422), ([("txet", "a")], 1, 422),
        ([("text", "a"), ("photo", "photo-000000000000")], 0, 422),
    ])
    func `an invalid form is rejected`(fields: [(String, String)], files: Int, status: Int) async throws {
        try await LibraryLab.run { lab in
            let picture = try TestPicture.jpeg()
            let reply = try await lab.sendForm(
                "/library/entries", fields, files: (0..<files).map { ("\($0).jpg", picture) })
            #expect(reply.status == status)
            #expect(!reply.text.contains(lab.folder.url.path))
            #expect(try lab.library.entries().isEmpty)
        }
    }

    @Test func `a file that is not an image is rejected, without file names in the error`() async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.sendForm(
                "/library/entries", [("text", "a")], files: [("a.jpg", Array("not a picture".utf8))])
            #expect(reply.status == 415)
            #expect(!reply.text.contains(lab.folder.url.path))
        }
    }

    @Test func `a damaged image is rejected`() async throws {
        try await LibraryLab.run { lab in
            let bytes = try TestPicture.gradient().encoded(as: .png)
            let reply = try await lab.sendForm(
                "/library/entries", [("text", "a")], files: [("a.png", Array(bytes.prefix(bytes.count / 2)))])
            #expect(reply.status == 422)
            #expect(try lab.library.entries().isEmpty)
        }
    }

    @Test func `a large file is rejected`() async throws {
        try await LibraryLab.run({ $0.limits.uploadBytes = 1_000 }) { lab in
            let reply = try await lab.sendForm(
                "/library/entries", [("text", "a")], files: [("a.jpg", Array(repeating: 1, count: 100_000))])
            #expect(reply.status == 413)
            let files = try lab.folder.files()
            #expect(files.allSatisfy { !$0.contains("blobs/") })
        }
    }

    @Test func `a video is served in parts`() async throws {
        let video = Fixture("video/gate.webm").bytes
        try await LibraryLab.run { lab in
            let entry = try await lab.library.addEntry(text: "Lights", media: [.bytes(video, name: "gate.webm")])
            let target = "/library/entries/\(entry.id)/media/1/file"
            let whole = try await lab.get(target)
            expectEqual(whole.status, 200)
            expectEqual(whole.body, video)
            expectEqual(whole["Accept-Ranges"], "bytes")
            expectEqual(whole["Content-Type"], "video/webm")
            let tag = try #require(whole["ETag"])
            let part = try await lab.get(target, ["Range": "bytes=100-199", "If-Range": tag])
            expectEqual(part.status, 206)
            expectEqual(part["Content-Range"], "bytes 100-199/\(video.count)")
            expectEqual(part.body, Array(video[100..<200]))
            let end = try await lab.get(target, ["Range": "bytes=-7"])
            #expect(end.body == Array(video.suffix(7)))
            let past = try await lab.get(target, ["Range": "bytes=\(video.count)-"])
            #expect(past.status == 416)
            #expect(past["Content-Range"] == "bytes */\(video.count)")
            let other = try await lab.get(target, ["Range": "bytes=0-9", "If-Range": "\"other\""])
            expectEqual(other.status, 200)
            expectEqual(other.body.count, video.count)
            try await expectEqual(lab.get(target, ["If-None-Match": tag, "Range": "bytes=0-9"]).status, 304)
            let head = try await lab.send(.HEAD, target, ["Range": "bytes=0-9"])
            #expect(head.status == 200)
            #expect(head["Content-Length"] == "\(video.count)")
            #expect(head.body.isEmpty)
            let poster = try await lab.get("/library/entries/\(entry.id)/media/1/thumbnail")
            #expect(poster.status == 200)
            #expect(poster["Content-Type"] == "image/jpeg")
        }
    }

    @Test func `a journal has places, notes and entries`() async throws {
        try await LibraryLab.run { lab in
            let begun = try await lab.send(.POST, "/library/journals", json: #"{"name": " France "}"#)
            #expect(begun.status == 201)
            let journal: Journal = try begun.decoded()
            #expect(journal.name == "France")
            let address = "/library/journals/\(journal.id)"
            let pin = try lab.library.addPin(at: Coordinate(latitude: 48, longitude: 2), name: "Tower")
            let added = try await lab.send(
                .POST, "\(address)/places", json: #"{"pin": "\#(pin.id)", "date": "2024-06-09"}"#)
            #expect(added.status == 201)
            let place: JournalPlace = try added.decoded()
            #expect(place.name == "Tower")
            let moved = try await lab.send(
                .PATCH, "/library/places/\(place.id)", json: #"{"name": "Lawn", "date": "2024-06-10"}"#)
            #expect(try moved.decoded(JournalPlace.self).name == "Lawn")
            #expect(try moved.decoded(JournalPlace.self).coordinate == pin.coordinate)
            let note: Note = try await lab.send(
                .POST, "\(address)/notes", json: #"{"text": "Rain", "place": "\#(place.id)"}"#
            ).decoded()
            _ = try await lab.send(.PATCH, "/library/notes/\(note.id)", json: #"{"text": "Sun"}"#)
            #expect(
                try await lab.get("/library/notes/\(note.id)/history").list.compactMap { $0["text"] as? String } == [
                    "Sun", "Rain",
                ])
            let shown = try await lab.get(address)
            expectEqual((try shown.object["stops"] as? [[String: Any]])?.count, 1)
            try await expectEqual(lab.get("\(address)/places").list.count, 1)
            try await expectEqual(lab.send(.PATCH, address, json: #"{"name": "Paris"}"#).status, 200)
            try await expectEqual(lab.get("/library/journals").list.first?["name"] as? String, "Paris")
            try await expectEqual(lab.send(.DELETE, "/library/places/\(place.id)").status, 204)
            try await expectEqual(lab.get("/library/notes/\(note.id)").status, 404)
            try await expectEqual(lab.send(.DELETE, address).status, 204)
            try await expectEqual(lab.get(address).status, 404)
        }
    }

    @Test(arguments: [
        ("/places", "{}"), ("/places", #"{"pin": "pin-000000000000"}"#),
        ("/places", #"{"coordinate": {"latitude": 1, "longitude": 1}, "pin": "pin-000000000000"}"#),
        ("/places", #"{"coordinate": {"latitude": 1, "longitude": 1}, "date": "June"}"#),
        ("/notes", #"{"text": " \n"}"#), ("/notes", #"{"text": "a", "place": "place-000000000000"}"#),
        ("", #"{"name": "\t"}"#),
    ])
    func `invalid notes and places are rejected`(part: String, body: String) async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "France")
            let reply = try await lab.send(
                part.isEmpty ? .PATCH : .POST, "/library/journals/\(journal.id)\(part)", json: body)
            #expect(reply.status == 422)
        }
    }

    @Test func `settings are changed, and folders are not revealed`() async throws {
        try await LibraryLab.run { lab in
            let changed = try await lab.send(.PATCH, "/library/settings", json: #"{"owner": "Ann", "peek": "800"}"#)
            expectEqual(changed.status, 200)
            try expectEqual(changed.object["owner"] as? String, "Ann")
            try expectEqual(lab.library.settings().peek, 800)
            let wrong = try await lab.send(.PATCH, "/library/settings", json: #"{"owner": "Bob", "peek": "8"}"#)
            #expect(wrong.status == 422)
            #expect(try await lab.get("/library/settings").object["owner"] as? String == "Ann")
            let folder = try await lab.send(.PATCH, "/library/settings", json: #"{"source": "folder:/etc"}"#)
            #expect(folder.status == 422)
            try lab.library.changeSettings { settings in
                try settings.set(.source, to: "folder:/home/ann")
            }
            #expect(try await lab.get("/library/settings").object["source"] as? String == "folder:")
        }
    }

    @Test(arguments: [
        ("64", 200), ("1024", 200), (#""64""#, 200), (#""1024""#, 200), ("63", 422), ("1025", 422), (#""63""#, 422),
        (#""1025""#, 422), ("-64", 422), ("64.5", 422), (#""64.5""#, 422), (#""""#, 422), ("true", 422), ("[64]", 422),
        ("99999999999999999999", 422),
    ])
    func `the thumbnail setting can be a number or a string`(value: String, status: Int) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.send(.PATCH, "/library/settings", json: #"{"thumbnail": \#(value)}"#)
            #expect(reply.status == status)
            guard status == 200 else { return }
            #expect(try reply.object["thumbnail"] as? String == value.filter { $0 != "\"" })
        }
    }
}
