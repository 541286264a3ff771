import Foundation
import NIOHTTP1
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct ConditionTests {
    /// The URL of a resource, and a change to the resource.
    private struct Thing {
        let address: String
        let change: String?
        /// A change by another client.
        var otherChange: @Sendable (Library) throws -> Void = { _ in }
    }

    private static func things(_ lab: LibraryLab) async throws -> [Thing] {
        let pin = try lab.library.addPin(at: .tower, name: "a")
        let journal = try lab.library.addJournal(named: "a")
        let place = try lab.library.addPlace(to: journal.id, at: .tower)
        let note = try lab.library.addNote("a", to: journal.id)
        let entry = try await lab.library.addEntry(text: "a", media: [.bytes(try TestPicture.jpeg(), name: "a.jpg")])
        let image = try TestPicture.gradient()
        let meme = try lab.library.addMeme(
            image.encoded(as: .png), format: .png, size: image.size, meme: .classic(top: "a", bottom: ""),
            origin: .file("a.png"))
        return [
            Thing(address: "/library/settings", change: #"{"owner": "b"}"#) {
                try $0.changeSettings { settings in try settings.set(.owner, to: "c") }
            },
            Thing(address: "/library/map", change: #"{"latitudeSpan": 3}"#) {
                _ = try $0.changeMapView(latitudeSpan: 4)
            },
            Thing(address: "/library/memes/\(meme.id)", change: nil),
            Thing(address: "/library/entries/\(entry.id)", change: #"{"text": "b"}"#) {
                try $0.delete([entry.id])
            },
            Thing(address: "/library/notes/\(note.id)", change: #"{"text": "b"}"#) {
                _ = try $0.updateNote(note.id, text: "c")
            },
            Thing(address: "/library/places/\(place.id)", change: #"{"name": "b"}"#) {
                _ = try $0.updatePlace(place.id, name: "c")
            },
            Thing(address: "/library/journals/\(journal.id)", change: #"{"name": "b"}"#) {
                _ = try $0.updateJournal(journal.id, name: "c")
            },
            Thing(
                address: "/library/pins/\(pin.id)",
                change: #"{"name": "b", "coordinate": {"latitude": 1, "longitude": 2}}"#
            ) { _ = try $0.updatePin(pin.id, name: "c") },
        ]
    }

    @Test func `only the version in If-Match can be changed or deleted`() async throws {
        try await LibraryLab.run { lab in
            for thing in try await Self.things(lab) {
                var tag = try #require(try await lab.get(thing.address)["ETag"])
                let weak = try await lab.send(.DELETE, thing.address, ["If-Match": "W/\(tag)"])
                #expect(weak.status == 412, "\(thing.address)")
                #expect(weak["Content-Type"] == "application/problem+json")
                if let change = thing.change {
                    let changed = try await lab.send(
                        .PATCH, thing.address, json: change, ["If-Match": "\"other\", \(tag)"])
                    #expect(changed.status == 200, "\(thing.address)")
                    #expect(changed["ETag"] != tag)
                    let again = try await lab.send(.PATCH, thing.address, json: change, ["If-Match": tag])
                    #expect(again.status == 412, "\(thing.address)")
                    #expect(try await lab.send(.DELETE, thing.address, ["If-Match": tag]).status == 412)
                    tag = try #require(changed["ETag"])
                    let now = try await lab.get(thing.address)
                    #expect(now["ETag"] == tag, "\(thing.address)")
                    #expect(now.body == changed.body)
                }
                #expect(try await lab.send(.DELETE, thing.address, ["If-Match": tag]).status == 204)
            }
        }
    }

    @Test func `a change by another client while the body is read is not overwritten`() async throws {
        try await LibraryLab.run { lab in
            for thing in try await Self.things(lab) {
                guard let change = thing.change else { continue }
                let tag = try #require(try await lab.get(thing.address)["ETag"])
                let reply = try await lab.send(.PATCH, thing.address, json: change, ["If-Match": tag]) {
                    try thing.otherChange(lab.library)
                }
                #expect(reply.status == 412, "\(thing.address)")
            }
        }
    }

    @Test func `created records have an ETag`() async throws {
        try await LibraryLab.run { lab in
            let journal = try await lab.send(.POST, "/library/journals", json: #"{"name": "a"}"#)
            let address = try #require(journal["Location"])
            for reply in [
                journal,
                try await lab.send(.POST, "/library/pins", json: #"{"coordinate": {"latitude": 1, "longitude": 2}}"#),
                try await lab.send(
                    .POST, "\(address)/places", json: #"{"coordinate": {"latitude": 1, "longitude": 2}}"#),
                try await lab.send(.POST, "\(address)/notes", json: #"{"text": "a"}"#),
                try await lab.sendForm("/library/entries", [("text", "a")], files: [("a.jpg", try TestPicture.jpeg())]),
            ] {
                #expect(reply.status == 201)
                let made = try #require(reply["Location"])
                // The journal contains a place and a note by now.
                guard made != address else { continue }
                #expect(try await lab.get(made)["ETag"] == reply["ETag"], "\(made)")
            }
            let empty = try await lab.send(.POST, "/library/journals", json: #"{"name": "b"}"#)
            #expect(try await lab.get(try #require(empty["Location"]))["ETag"] == empty["ETag"])
        }
    }

    @Test func `each note changes the journal's version`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "a")
            let address = "/library/journals/\(journal.id)"
            let tag = try #require(try await lab.get(address)["ETag"])
            _ = try lab.library.addNote("From another process", to: journal.id)
            #expect(try await lab.send(.DELETE, address, ["If-Match": tag]).status == 412)
            #expect(try lab.library.journals().count == 1)
        }
    }

    @Test func `a star matches any version`() async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: .tower)
            let address = "/library/pins/\(pin.id)"
            let changed = try await lab.send(.PATCH, address, json: #"{"name": "b"}"#, ["If-Match": "*"])
            #expect(changed.status == 200)
            #expect(try await lab.send(.DELETE, address, ["If-Match": "*"]).status == 204)
            // If-Match does not change other errors.
            #expect(try await lab.send(.DELETE, address, ["If-Match": "*"]).status == 404)
            #expect(try await lab.send(.DELETE, address, ["If-Match": "\"a\""]).status == 404)
        }
    }

    @Test(arguments: ["\"a\"", "W/\"a\"", "a", "", ",", "\"", "\"a\", \"b\""])
    func `other versions do not match`(field: String) async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: .tower)
            let meme = try TestPicture.gradient()
            let file = try lab.library.addMeme(
                meme.encoded(as: .png), format: .png, size: meme.size, meme: .classic(top: "a", bottom: ""),
                origin: .file("a.png"))
            for target in ["/library/pins/\(pin.id)", "/library/pins", "/library/memes/\(file.id)/file"] {
                let reply = try await lab.get(target, ["If-Match": field])
                #expect(reply.status == 412, "\(target)")
            }
            let dropped = try await lab.send(
                .POST, "/library/pins", json: #"{"coordinate": {"latitude": 1, "longitude": 2}}"#, ["If-Match": field])
            #expect(dropped.status == 412)
            let collection = try await lab.send(
                .POST, "/library/pins/\(pin.id)/album", json: "{}", ["If-Match": field])
            #expect(collection.status == 412)
            #expect(try lab.library.pins() == [pin])
        }
    }

    @Test func `permissions are checked before the condition`() async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: .tower)
            let reply = try await lab.server.get(
                "/library/pins/\(pin.id)", ["If-Match": "\"a\"", "Authorization": "Bearer \(LibraryLab.readerToken)"],
                method: .DELETE)
            #expect(reply.status == 403)
        }
    }

    /// Clients of two services read a number and write the next one. No increment is lost.
    @Test func `two services do not overwrite each other's changes`() async throws {
        try await LibraryLab.run { first in
            let pin = try first.library.addPin(at: .tower, name: "0")
            let address = "/library/pins/\(pin.id)"
            let (clients, rounds) = (6, 8)
            try await first.withAnother { second in
                try await withThrowingTaskGroup { group in
                    for client in 0..<clients {
                        let lab = client.isMultiple(of: 2) ? first : second
                        group.addTask {
                            var done = 0
                            while done < rounds {
                                let seen = try await lab.get(address)
                                let number = Int(try seen.object["name"] as? String ?? "") ?? -1
                                let reply = try await lab.send(
                                    .PATCH, address, json: #"{"name": "\#(number + 1)"}"#,
                                    ["If-Match": seen["ETag"] ?? ""])
                                try #require([200, 412].contains(reply.status))
                                if reply.status == 200 { done += 1 }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(try first.library.pin(named: pin.id.rawValue).name == "\(clients * rounds)")
        }
    }
}
