import Foundation
import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardServer

@Suite struct RestoreTests {
    @Test func `a journal is restored with its contents`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "France")
            let note = try lab.library.addNote("Rain\nand more", to: journal.id)
            let address = "/library/journals/\(journal.id)"
            let before = try await lab.get(address)
            #expect(try await lab.send(.DELETE, address).status == 204)
            let listed = try await lab.get("/library/deleted")
            try expectEqual(listed.list.map { $0["id"] as? String }, [journal.id.rawValue])
            try expectEqual(listed.list.first?["title"] as? String, "France")
            try expectEqual(listed.list.first?["kind"] as? String, "journal")
            let alone = try await lab.send(.POST, "/library/deleted/\(note.id)/restore")
            #expect(alone.status == 404)
            let restored = try await lab.send(.POST, "/library/deleted/\(journal.id)/restore")
            expectEqual(restored.status, 200)
            expectEqual(restored["Location"], address)
            try expectEqual(restored.object["records"] as? Int, 2)
            let after = try await lab.get(address)
            #expect(after.body == before.body)
            #expect(after["ETag"] == before["ETag"])
            #expect(try await lab.get("/library/deleted").list.isEmpty)
            #expect(try await lab.send(.POST, "/library/deleted/\(journal.id)/restore").status == 404)
        }
    }

    @Test func `a record of a deleted journal reappears with the journal`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "France")
            let note = try lab.library.addNote("Rain", to: journal.id)
            try lab.library.delete([note.id])
            try lab.library.delete([journal.id])
            let early = try await lab.send(.POST, "/library/deleted/\(note.id)/restore")
            #expect(early.status == 409)
            #expect(early.text.contains(journal.id.rawValue))
            try await expectEqual(lab.send(.POST, "/library/deleted/\(journal.id)/restore").status, 200)
            try await expectEqual(lab.send(.POST, "/library/deleted/\(note.id)/restore").status, 200)
            try expectEqual(lab.library.note(named: note.id.rawValue), note)
        }
    }

    @Test func `the picture of a deleted entry is shown until the entry is restored`() async throws {
        try await LibraryLab.run { lab in
            let picture = MediumSource.bytes(try TestPicture.jpeg(), name: "a.jpg")
            let entry = try await lab.library.addEntry(text: "Rain", media: [picture])
            let address = "/library/deleted/\(entry.id)/w160"
            #expect(try await lab.get(address).status == 404)
            try lab.library.delete([entry.id])
            let shown = try await lab.get(address)
            expectEqual(shown.status, 200)
            #expect(shown["Content-Type"]?.hasPrefix("image/") == true)
            let pin = try lab.library.addPin(at: .tower)
            try lab.library.delete([pin.id])
            #expect(try await lab.get("/library/deleted/\(pin.id)/w160").status == 404)
        }
    }

    @Test func `the list is paged, newest deletions first`() async throws {
        try await LibraryLab.run { lab in
            let pins = try (0..<3).map { _ in try lab.library.addPin(at: .tower) }
            for pin in pins { try lab.library.delete([pin.id]) }
            let first = try await lab.get("/library/deleted?limit=2")
            #expect(try first.list.map { $0["id"] as? String } == [pins[2].id.rawValue, pins[1].id.rawValue])
            let next = try #require(first["Link"]).dropFirst().prefix { $0 != ">" }
            #expect(try await lab.get(String(next)).list.map { $0["id"] as? String } == [pins[0].id.rawValue])
        }
    }

    @Test(arguments: ["pin-000000000000", "nonsense", "pin-"])
    func `unknown ids are not found`(id: String) async throws {
        try await LibraryLab.run { lab in
            try lab.library.delete([try lab.library.addPin(at: .tower).id])
            let status = try await lab.send(.POST, "/library/deleted/\(id)/restore").status
            #expect(status == 404)
        }
    }

    @Test func `compacting removes records permanently, and the check finds nothing`() async throws {
        try await LibraryLab.run { lab in
            try lab.library.delete([try lab.library.addPin(at: .tower).id])
            let check = try await lab.send(.POST, "/library/check?read=true")
            expectEqual(check.status, 200)
            try expectEqual(check.object["isSound"] as? Bool, true)
            try expectEqual(check.object["obsoleteChanges"] as? Int, 2)
            try await expectEqual(lab.send(.POST, "/library/check?read=perhaps").status, 400)
            let compacted = try await lab.send(.POST, "/library/compact")
            #expect(compacted.status == 200)
            #expect(try compacted.object["removedChanges"] as? Int == 2)
            #expect(try await lab.get("/library/deleted").list.isEmpty)
        }
    }

    @Test func `damage is reported without paths`() async throws {
        try await LibraryLab.run { lab in
            let entry = try await lab.library.addEntry(
                text: "a", media: [.bytes(try TestPicture.jpeg(), name: "a.jpg")])
            try FileManager.default.removeItem(atPath: lab.library.blobs.path(of: entry.media[0].blob).string)
            let check = try await lab.send(.POST, "/library/check")
            #expect(try check.object["isSound"] as? Bool == false)
            let findings = try #require(try check.object["findings"] as? [[String: Any]])
            #expect(findings.map { $0["problem"] as? String } == ["missingBlob"])
            #expect(findings.map { $0["id"] as? String } == [entry.id.rawValue])
            #expect(!check.text.contains(lab.folder.url.path))
        }
    }
}
