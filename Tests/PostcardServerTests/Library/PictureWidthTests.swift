import Foundation
import NIOHTTP1
import PostcardFixtures
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Pictures in screen widths, and the list of all pictures in columns.
@Suite struct PictureWidthTests {
    private static func entry(_ lab: LibraryLab) async throws -> Entry {
        let video = Fixture("video/gate.webm").bytes
        return try await lab.library.addEntry(
            text: "a", media: [.bytes(try TestPicture.jpeg(700, 350), name: "a.jpg"), .bytes(video, name: "gate.webm")])
    }

    @Test(arguments: [
        ("w160", 160, 80), ("w320", 320, 160), ("w640", 640, 320), ("w1280", 700, 350), ("w2560", 700, 350),
    ])
    func `a picture has the requested width, or its own if that is smaller`(size: String, width: Int, height: Int)
        async throws
    {
        try await LibraryLab.run { lab in
            let address = "/library/entries/\(try await Self.entry(lab).id)/media/1/\(size)"
            for (accept, type) in [
                ("image/webp,*/*", "image/webp"), ("*/*", "image/jpeg"), ("image/webp;q=0", "image/jpeg"),
            ] {
                let reply = try await lab.get(address, ["Accept": accept])
                expectEqual(reply.status, 200)
                expectEqual(reply["Content-Type"], type)
                expectEqual(reply["Vary"], "Accept")
                try expectEqual(Image(decoding: reply.body).size, PixelSize(width: width, height: height))
                let again = try await lab.get(address, ["Accept": accept])
                #expect(again.body == reply.body)
                #expect(again["ETag"] == reply["ETag"])
                let tag = try #require(reply["ETag"])
                #expect(try await lab.get(address, ["Accept": accept, "If-None-Match": tag]).status == 304)
            }
        }
    }

    @Test(arguments: ["w160", "w2560"])
    func `a picture too long for WebP is a JPEG`(size: String) async throws {
        try await LibraryLab.run { lab in
            let tall = try Image(size: PixelSize(width: 16, height: 17_000), fill: .black).encoded(as: .png)
            let entry = try await lab.library.addEntry(text: "a", media: [.bytes(tall, name: "a.png")])
            let reply = try await lab.get(
                "/library/entries/\(entry.id)/media/1/\(size)", ["Accept": "image/webp,*/*"])
            expectEqual(reply.status, 200)
            expectEqual(reply["Content-Type"], "image/jpeg")
            try expectEqual(TestPicture.header(of: reply.body).size.height, 17_000)
        }
    }

    @Test func `a video is shown as a frame`() async throws {
        try await LibraryLab.run { lab in
            let address = "/library/entries/\(try await Self.entry(lab).id)/media/2/w160"
            let reply = try await lab.get(address)
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "image/jpeg")
            #expect(try Image(decoding: reply.body).size.width <= 160)
        }
    }

    @Test(arguments: ["w", "w161", "640", "w0640", "w-160", "w99999999999999999999", "W640"])
    func `other widths are not found`(size: String) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.get("/library/entries/\(try await Self.entry(lab).id)/media/1/\(size)")
            #expect(reply.status == 404)
        }
    }

    @Test func `a URL with a version is cached permanently, unless settings determine the size`()
        async throws
    {
        try await LibraryLab.run { lab in
            let entry = try await Self.entry(lab)
            let address = "/library/entries/\(entry.id)/media/1"
            let version = entry.media[0].blob.description.prefix(12)
            func kept(_ target: String) async throws -> Bool {
                let reply = try await lab.get("\(address)/\(target)")
                #expect(reply.status == 200, "\(target)")
                return reply["Cache-Control"] == "private, max-age=31536000, immutable"
            }
            #expect(try await kept("w640?v=\(version)"))
            #expect(try await kept("file?v=\(version)"))
            #expect(try await !kept("w640"))
            #expect(try await !kept("w640?v=000000000000"))
            #expect(try await !kept("thumbnail?v=\(version)"))
            #expect(try await lab.get("\(address)/w640?v=x").status == 400)
        }
    }

    @Test func `all pictures are listed in columns`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "France")
            let entry = try await Self.entry(lab)
            let other = try await lab.library.addEntry(
                text: "b", media: [.bytes(try TestPicture.jpeg(30, 20), name: "b.jpg")], to: journal.id)
            let reply = try await lab.get("/library/pictures")
            let columns = try reply.object
            #expect(Set(columns["ids"] as? [String] ?? []) == ["\(entry.id)/1", "\(entry.id)/2", "\(other.id)/1"])
            for name in ["ids", "kinds", "widths", "heights", "dates", "blobs", "colors", "places"] {
                #expect((columns[name] as? [Any])?.count == 3, "\(name)")
            }
            let tag = try #require(reply["ETag"])
            #expect(try await lab.get("/library/pictures", ["If-None-Match": tag]).status == 304)
            let one = try await lab.get("/library/pictures?journal=\(journal.id)").object
            expectEqual(one["ids"] as? [String], ["\(other.id)/1"])
            expectEqual(one["places"] as? [String], [journal.id.rawValue])
            expectEqual(one["widths"] as? [Int], [30])
            expectEqual(one["heights"] as? [Int], [20])
            expectEqual(one["blobs"] as? [String], [String(other.media[0].blob.description.prefix(12))])
            try await expectEqual(lab.get("/library/pictures?kind=video").object["ids"] as? [String], ["\(entry.id)/2"])
            try await expectEqual(lab.get("/library/pictures?kind=meme").object["ids"] as? [String], [])
            try await expectEqual(lab.get("/library/pictures?kind=x").status, 400)
            try await expectEqual(lab.get("/library/pictures?pin=pin-000000000000").status, 400)
        }
    }

    @Test func `pages contain the total number of items`() async throws {
        try await LibraryLab.run { lab in
            for index in 0..<3 { _ = try lab.library.addPin(at: .init(latitude: Double(index), longitude: 0)) }
            #expect(try await lab.get("/library/pins?limit=1")["Total-Count"] == "3")
            #expect(try await lab.get("/library/memes")["Total-Count"] == "0")
        }
    }
}
