import Foundation
import NIOHTTP1
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Several deletions or restorations in one change.
@Suite struct SeveralTests {
    private static func ids(_ ids: [String]) -> String {
        #"{"ids": ["\#(ids.joined(separator: #"", ""#))"]}"#
    }

    private static func lines(_ lab: LibraryLab) throws -> Int {
        String(decoding: try lab.folder.read("library/index.jsonl"), as: UTF8.self).split(separator: "\n").count
    }

    @Test func `several records are deleted in one change, and restored in another`() async throws {
        try await LibraryLab.run { lab in
            let pins = try (1...200).map {
                try lab.library.addPin(at: .init(latitude: 1, longitude: Double($0) / 2)).id.rawValue
            }
            let journal = try lab.library.addJournal(named: "France")
            _ = try lab.library.addNote("Rain", to: journal.id)
            let all = pins + [journal.id.rawValue]
            let before = try Self.lines(lab)
            let deleted = try await lab.send(.POST, "/library/deletions", json: Self.ids(all))
            #expect(deleted.status == 200, "\(deleted.text)")
            #expect(try deleted.object["ids"] as? [String] == all)
            #expect(try Self.lines(lab) == before + 1)
            #expect(try lab.library.pins().isEmpty)
            #expect(try lab.library.journals().isEmpty)
            let restored = try await lab.send(.POST, "/library/restorations", json: Self.ids(all))
            #expect(restored.status == 200, "\(restored.text)")
            try expectEqual(restored.object["records"] as? Int, 202)
            try expectEqual(Self.lines(lab), before + 2)
            try expectEqual(lab.library.pins().count, 200)
            try expectEqual(lab.library.journals().count, 1)
        }
    }

    @Test(arguments: ["/library/deletions", "/library/restorations"])
    func `either all records are changed or none`(target: String) async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: .init(latitude: 1, longitude: 2))
            if target.hasSuffix("restorations") { try lab.library.delete([pin.id]) }
            let before = try lab.folder.read("library/index.jsonl")
            let reply = try await lab.send(.POST, target, json: Self.ids([pin.id.rawValue, "pin-000000000000"]))
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.text.contains("pin-000000000000"), "\(reply.text)")
            #expect(try lab.folder.read("library/index.jsonl") == before)
        }
    }

    @Test(arguments: [
        #"{"ids": []}"#, "{}", #"{"ids": ["pin-1"]}"#, #"{"ids": ["France"]}"#, #"{"ids": "pin-000000000000"}"#,
        #"{"ids": ["pin-000000000000", "pin-000000000000"]}"#, #"{"ids": ["settings-00000000000"]}"#,
    ])
    func `invalid ids are rejected`(json: String) async throws {
        try await LibraryLab.run { lab in
            for target in ["/library/deletions", "/library/restorations"] {
                let reply = try await lab.send(.POST, target, json: json)
                #expect(reply.status == 422, "\(reply.text)")
            }
        }
    }

    @Test func `too many ids are rejected`() async throws {
        try await LibraryLab.run { lab in
            let many = (0...1_000).map { "pin-" + String(repeating: "0", count: 12 - "\($0)".count) + "\($0)" }
            let reply = try await lab.send(.POST, "/library/deletions", json: Self.ids(many))
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.text.contains("1000"), "\(reply.text)")
        }
    }

    @Test func `a read-only token can't delete records`() async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: .init(latitude: 1, longitude: 2))
            let reply = try await lab.server.post(
                "/library/deletions", json: Self.ids([pin.id.rawValue]),
                ["Authorization": "Bearer \(LibraryLab.readerToken)"])
            #expect(reply.status == 403)
            #expect(try lab.library.pins().count == 1)
        }
    }
}
