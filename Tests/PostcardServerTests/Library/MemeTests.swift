import Foundation
import NIOHTTP1
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct MemeTests {
    private static func record(_ text: String, in library: Library) throws -> MemeRecord {
        let image = try TestPicture.gradient()
        return try library.addMeme(
            image.encoded(as: .png), format: .png, size: image.size, meme: .classic(top: text, bottom: ""),
            origin: .file("a.png"))
    }

    @Test func `memes are listed in pages, shown and deleted`() async throws {
        try await LibraryLab.run { lab in
            let memes = try ["one", "two", "three"].map { try Self.record($0, in: lab.library) }
            let first = try await lab.get("/library/memes?limit=2")
            #expect(try first.list.compactMap { $0["id"] as? String } == [memes[2].id.rawValue, memes[1].id.rawValue])
            let next = try #require(first["Link"]).dropFirst().prefix { $0 != ">" }
            #expect(try await lab.get(String(next)).list.compactMap { $0["id"] as? String } == [memes[0].id.rawValue])
            #expect(try await lab.get("/library/memes?text=TWO").list.count == 1)
            #expect(try await lab.get("/library/memes?since=2001-01-01&until=2002-01-01").list.isEmpty)
            let meme = try await lab.get("/library/memes/\(memes[0].id)").object
            let file = try await lab.get(try #require(meme["path"] as? String))
            expectEqual(file["Content-Type"], "image/png")
            expectEqual(file["ETag"], "\"\(memes[0].blob)\"")
            try await expectEqual(lab.get("/library/memes/\(memes[0].id)/thumbnail")["Content-Type"], "image/jpeg")
            try await expectEqual(lab.send(.DELETE, "/library/memes/\(memes[0].id)").status, 204)
            try await expectEqual(lab.get("/library/memes/\(memes[0].id)").status, 404)
            try expectEqual(lab.library.memes().count, 2)
        }
    }

    @Test(arguments: ["since=June", "until=2026-13-01", "near=here", "radius=0", "radius=x", "pin=pin-000000000000"])
    func `an invalid filter is rejected`(query: String) async throws {
        try await LibraryLab.run { lab in
            let status = try await lab.get("/library/memes?\(query)").status
            #expect(status == 400)
        }
    }

    @Test func `the id of another kind of record is not found`() async throws {
        try await LibraryLab.run { lab in
            let meme = try Self.record("one", in: lab.library)
            try await expectEqual(lab.get("/library/pins/\(meme.id)").status, 404)
            try await expectEqual(lab.send(.DELETE, "/library/pins/\(meme.id)").status, 404)
            try expectEqual(lab.library.memes().count, 1)
        }
    }
}
