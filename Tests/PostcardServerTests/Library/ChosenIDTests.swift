import Foundation
import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Records with ids that the client chose.
@Suite struct ChosenIDTests {
    private static let digits = "7k3x9w2mq4ta"
    private static let pin = #"{"coordinate": {"latitude": 1, "longitude": 2}}"#
    private static let meme = #"{"template": "verdict", "texts": ["No", "Yes"], "size": "60", "record": true}"#

    /// The number of the last change to the library.
    private static func changes(of lab: LibraryLab) throws -> Int {
        try lab.library.index.changes(after: 0, limit: 1_000).last
    }

    @Test(arguments: [
        ("pin", "/library/pins", pin), ("journal", "/library/journals", #"{"name": "a"}"#),
        ("place", "/library/journals/JOURNAL/places", pin),
        ("note", "/library/journals/JOURNAL/notes", #"{"text": "a"}"#),
        ("meme", "/memes", meme),
    ])
    func `a repeated request finds the record that the first one created`(
        kind: String, path: String, body: String
    ) async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Japan")
            let target = path.replacing("JOURNAL", with: journal.id.rawValue) + "?id=\(kind)-\(Self.digits)"
            let first = try await lab.send(.POST, target, json: body)
            #expect(first.status == 201, "\(first.text)")
            #expect(try first.object["id"] as? String == "\(kind)-\(Self.digits)")
            let changes = try Self.changes(of: lab)
            let again = try await lab.send(.POST, target, json: body)
            #expect(again.status == 200)
            #expect(
                again.body == first.body && again["Location"] == first["Location"] && again["ETag"] == first["ETag"])
            #expect(try Self.changes(of: lab) == changes)
            let other = try await lab.send(.POST, target.replacing("7k3x", with: "8k3x"), json: body)
            #expect(other.status == 201)
        }
    }

    @Test func `files that are sent twice create one entry`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Japan")
            let picture = LibraryLab.Part.file("a.jpg", try TestPicture.jpeg())
            let requests: [(String, [LibraryLab.Part], String)] = [
                ("/library/entries", [.field("text", "a"), picture], "entry-\(Self.digits)"),
                ("/library/journals/\(journal.id)/media", [picture], "entry-000000000000"),
            ]
            for (path, parts, id) in requests {
                let first = try await lab.sendForm(.POST, "\(path)?id=\(id)", parts)
                let again = try await lab.sendForm(.POST, "\(path)?id=\(id)", parts)
                #expect(first.status == 201 && again.status == 200, "\(first.text) \(again.text)")
                #expect(again.body == first.body && again["Location"] == first["Location"])
            }
            #expect(Set(try lab.library.entries().map(\.id.rawValue)) == Set(requests.map(\.2)))
        }
    }

    @Test func `two concurrent requests with the same id create one record`() async throws {
        try await LibraryLab.run { lab in
            let target = "/library/pins?id=pin-\(Self.digits)"
            let replies = try await withThrowingTaskGroup(of: RunningServer.Reply.self) { group in
                for _ in 0..<8 { group.addTask { try await lab.send(.POST, target, json: Self.pin) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            expectEqual(replies.map(\.status).sorted(), Array(repeating: 200, count: 7) + [201])
            expectEqual(Set(replies.map(\.text)).count, 1)
            try expectEqual(Self.changes(of: lab), 1)
        }
    }

    @Test(arguments: [
        "pin-7k3x9w2mq4t", "pin-7k3x9w2mq4taa", "pin-7k3x9w2mq4tA", "pin-7k3x9w2mq4tl", "journal-7k3x9w2mq4ta",
        "7k3x9w2mq4ta",
        "", "pin-", "pin-%22%22%22%22%22%22%22%22%22%22%22%22",
    ])
    func `invalid ids and ids of other kinds are rejected`(id: String) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.send(.POST, "/library/pins?id=\(id)", json: Self.pin)
            #expect(reply.status == 400, "\(reply.text)")
            let meme = id.replacing("pin-", with: "meme-")
            #expect(try await lab.send(.POST, "/memes?id=\(meme)", json: Self.meme).status == 422)
            #expect(try lab.library.index.changes(after: 0, limit: 1_000).keys?.isEmpty == true)
        }
    }

    @Test func `the id of a deleted record is not reused`() async throws {
        try await LibraryLab.run { lab in
            let target = "/library/pins?id=pin-\(Self.digits)"
            _ = try await lab.send(.POST, target, json: Self.pin)
            _ = try await lab.send(.DELETE, "/library/pins/pin-\(Self.digits)")
            let reply = try await lab.send(.POST, target, json: Self.pin)
            #expect(reply.status == 409)
            #expect(
                try reply.object["detail"] as? String
                    == "pin-\(Self.digits) was deleted. Restore it, or choose another id.")
            #expect(try lab.library.pins().isEmpty)
        }
    }

    @Test func `the id of a record in another journal is rejected`() async throws {
        try await LibraryLab.run { lab in
            let journals = try ["a", "b"].map { try lab.library.addJournal(named: $0) }
            for (journal, status) in zip(journals, [201, 409]) {
                let target = "/library/journals/\(journal.id)/notes?id=note-\(Self.digits)"
                #expect(try await lab.send(.POST, target, json: #"{"text": "a"}"#).status == status)
            }
        }
    }

    @Test func `an id is valid for only one entry`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Japan")
            let picture = LibraryLab.Part.file("a.jpg", try TestPicture.jpeg())
            let reply = try await lab.sendForm(
                .POST, "/library/journals/\(journal.id)/media?id=entry-\(Self.digits)", [picture, picture])
            #expect(reply.status == 422)
            #expect(try lab.library.entries().isEmpty)
        }
    }

    @Test func `a read-only token does not get existing records`() async throws {
        try await LibraryLab.run { lab in
            for (target, body) in [
                ("/library/pins?id=pin-\(Self.digits)", Self.pin), ("/memes?id=meme-\(Self.digits)", Self.meme),
            ] {
                #expect(try await lab.send(.POST, target, json: body).status == 201)
                let reader = try await lab.server.post(
                    target, json: body, ["Authorization": "Bearer \(LibraryLab.readerToken)"])
                #expect(reader.status == 403)
            }
        }
    }
}
