import Foundation
import HTTPTypes
import NIOHTTP1
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The contents of lists, and how they are sent.
@Suite struct ListTests {
    @Test func `the list of journals contains counts, dates and covers`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "France")
            let empty = try lab.library.addJournal(named: "Spain")
            for (date, width) in [("2024-06-10", 80), ("2024-06-08", 70)] {
                _ = try await lab.library.addEntry(
                    text: "a", media: [.bytes(try TestPicture.jpeg(width, 60), name: "a.jpg")], to: journal.id,
                    date: WallTime(date))
            }
            let list = try await lab.get("/library/journals").list
            #expect(list.map { $0["id"] as? String } == [journal.id.rawValue, empty.id.rawValue])
            let first = try #require(list.first)
            expectEqual(first["pictures"] as? Int, 2)
            expectEqual(first["places"] as? Int, 0)
            expectEqual(first["first"] as? String, "2024-06-08")
            expectEqual(first["last"] as? String, "2024-06-10")
            let cover = try #require(first["cover"] as? [String: Any])
            expectEqual(cover["width"] as? Int, 70)
            try await expectEqual(lab.get(try #require(cover["thumbnail"] as? String)).status, 200)
            expectEqual(Set(list[1].keys), ["id", "name", "created", "places", "pictures", "videos"])
        }
    }

    @Test func `the list of albums contains the requested number of photos, and their count`() async throws {
        let photos = try TemporaryFolder()
        for index in 0..<3 { try photos.write(try TestPicture.jpeg(60 + index, 40), as: "\(index).jpg") }
        let gate = TestGate()
        await gate.open()
        let source = GatedSource(photos, at: .tower, gate: gate)
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: .tower)
            _ = try await lab.library.downloadAlbum(of: pin, from: source)
            for (most, shown) in [(0, 0), (2, 2), (9, 3)] {
                let album = try #require(try await lab.get("/library/albums?photos=\(most)").list.first)
                #expect((album["photos"] as? [Any])?.count == shown && album["count"] as? Int == 3)
            }
            let whole = try #require(try await lab.get("/library/albums").list.first)
            #expect((whole["photos"] as? [Any])?.count == 3 && whole["count"] == nil)
            #expect(try await lab.get("/library/albums?photos=-1").status == 400)
        }
    }

    /// The paths of all lists.
    private static let paths = LibraryService.endpoints.map(\.operation)
        .filter { $0.method == .get && $0.name.hasPrefix("list") }.map { "\($0.path)" }

    @Test(arguments: Self.paths)
    func `every list has an ETag, and an unchanged list is not sent again`(path: String) async throws {
        try await LibraryLab.run { lab in
            _ = try lab.library.addPin(at: .tower)
            let journal = try lab.library.addJournal(named: "France")
            let address = path.replacing("{journal}", with: journal.id.rawValue)
            let first = try await lab.get(address)
            expectEqual(first.status, 200)
            let tag = try #require(first["ETag"])
            let again = try await lab.get(address, ["If-None-Match": tag])
            expectEqual(again.status, 304)
            #expect(again.body.isEmpty && again["ETag"] == tag)
            let other = try await lab.get(address, ["If-None-Match": "\"other\""])
            #expect(other.status == 200 && other.body == first.body)
        }
    }

    @Test(arguments: ["/library/journals", "/library/entries"])
    func `lists by date start with the newest item on request`(path: String) async throws {
        try await LibraryLab.run { lab in
            for day in 1...3 {
                let journal = try lab.library.addJournal(named: "\(day)")
                _ = try await lab.library.addEntry(
                    text: "a", media: [.bytes(try TestPicture.jpeg(), name: "a.jpg")], to: journal.id,
                    date: WallTime("2024-06-0\(day)"))
            }
            let oldestFirst = try await lab.get(path).list.map { $0["id"] as? String }
            #expect(oldestFirst.count == 3)
            try await expectEqual(lab.get("\(path)?order=oldest").list.map { $0["id"] as? String }, oldestFirst)
            let first = try await lab.get("\(path)?order=newest&limit=2")
            let next = try #require(first["Link"]).dropFirst().prefix { $0 != ">" }
            let second = try await lab.get(String(next))
            #expect(try (first.list + second.list).map { $0["id"] as? String } == oldestFirst.reversed())
            #expect(first["ETag"] == second["ETag"])
            try await expectEqual(lab.get("\(path)?order=size").status, 400)
        }
    }

    @Test func `long JSON is compressed for clients that accept gzip, with the same version`() async throws {
        try await LibraryLab.run { lab in
            for index in 0..<40 {
                _ = try lab.library.addPin(at: .init(latitude: Double(index), longitude: 0), name: "A")
            }
            let plain = try await lab.get("/library/pins")
            #expect(plain["Content-Encoding"] == nil)
            #expect(plain["Vary"] == "Accept-Encoding")
            let small = try await lab.get("/library/pins", ["Accept-Encoding": "gzip"])
            #expect(small["Content-Encoding"] == "gzip")
            #expect(small.body.count < plain.body.count / 4)
            #expect(small.body.starts(with: [0x1F, 0x8B]))
            let tag = try #require(small["ETag"])
            #expect(tag != plain["ETag"])
            for accept in ["gzip", "identity"] {
                let again = try await lab.get("/library/pins", ["Accept-Encoding": accept, "If-None-Match": tag])
                #expect(again.status == 304)
                #expect(again.body.isEmpty)
            }
            let short = try await lab.get("/library/settings", ["Accept-Encoding": "gzip"])
            #expect(short["Content-Encoding"] == nil)
            #expect(short["Vary"] == nil)
        }
    }

    @Test func `If-Match accepts the ETag of a compressed response`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "France")
            for _ in 0..<20 { _ = try lab.library.addNote(String(repeating: "rain ", count: 50), to: journal.id) }
            let address = "/library/journals/\(journal.id)"
            let small = try await lab.get(address, ["Accept-Encoding": "gzip"])
            #expect(small["Content-Encoding"] == "gzip")
            let tag = try #require(small["ETag"])
            let changed = try await lab.send(.PATCH, address, json: #"{"name": "Spain"}"#, ["If-Match": tag])
            #expect(changed.status == 200)
            let late = try await lab.send(.PATCH, address, json: #"{"name": "Italy"}"#, ["If-Match": tag])
            #expect(late.status == 412)
        }
    }
}
