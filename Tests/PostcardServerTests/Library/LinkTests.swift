import Foundation
import Logging
import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Links that show a journal or album without a token.
@Suite struct LinkTests {
    /// Adds a journal with a picture.
    private static func journal(_ lab: LibraryLab, named name: String = "France") async throws -> Journal {
        let journal = try lab.library.addJournal(named: name)
        _ = try await lab.library.addEntry(
            text: "Above the city", media: [.bytes(TestPicture.jpeg(80, 60), name: "a.jpg")], to: journal.id)
        return journal
    }

    /// Makes a link, and returns its id and path.
    private static func link(
        _ lab: LibraryLab, to item: String, _ more: String = ""
    ) async throws -> (id: String, path: String) {
        let reply = try await lab.send(.POST, "/library/links", json: #"{"item": "\#(item)"\#(more)}"#)
        expectEqual(reply.status, 201)
        return (try #require(reply.object["id"] as? String), try #require(reply.object["url"] as? String))
    }

    @Test func `a link shows its journal without a token, and nothing else`() async throws {
        try await LibraryLab.run { lab in
            let (journal, other) = (try await Self.journal(lab), try await Self.journal(lab, named: "Spain"))
            let link = try await Self.link(lab, to: journal.id.rawValue)
            let page = try await lab.server.get(link.path)
            expectEqual(page.status, 200)
            #expect(page.text.contains("Above the city"))
            #expect(!page.text.contains("Spain") && !page.text.contains(other.id.rawValue))
            expectEqual(page["Cache-Control"], "private, no-cache")
            let tag = try #require(page["ETag"])
            expectEqual(try await lab.server.get(link.path, ["If-None-Match": tag]).status, 304)
            expectEqual(page["X-Robots-Tag"], "noindex")
            expectEqual(page["Cross-Origin-Resource-Policy"], "same-origin")
            #expect(page["Content-Security-Policy"]?.hasPrefix("sandbox allow-scripts") == true)
            // Apps that people send links with add parameters.
            expectEqual(try await lab.server.get("\(link.path)?fbclid=x").body, page.body)
            for path in ["/library/journals/\(journal.id)", "/library/pins", "/library/links"] {
                try await expectEqual(lab.server.get(path, ["Referer": link.path]).status, 401)
            }
            for path in ["\(link.path)/files", "/shared", "/shared/"] {
                #expect(try await lab.server.get(path).status == 404)
            }
        }
    }

    @Test func `the page of a link loads its pictures when they are shown, so their number is not limited`()
        async throws
    {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            let link = try await Self.link(lab, to: journal.id.rawValue)
            let blob = try #require(try lab.library.entries().first?.media.first?.blob)
            // The page's URL is the base of these URLs.
            let base = try #require(link.path.split(separator: "/").last)
            let page = try await lab.server.get(link.path)
            #expect(page.text.contains("src=\"\(base)/\(blob.version)/peek\"") && !page.text.contains("data:image"))
            #expect(page["Content-Security-Policy"]?.contains("img-src 'self'; media-src 'self'") == true)
            for size in RenditionSize.allCases {
                let picture = try await lab.server.get("\(link.path)/\(blob.version)/\(size.rawValue)")
                expectEqual(picture.status, 200)
                expectEqual(picture["Content-Type"], "image/jpeg")
                expectEqual(picture["Cross-Origin-Resource-Policy"], "cross-origin")
                let tag = try #require(picture["ETag"])
                let again = try await lab.server.get(
                    "\(link.path)/\(blob.version)/\(size.rawValue)", ["If-None-Match": tag])
                expectEqual(again.status, 304)
            }
            let other = try await lab.library.addEntry(
                text: "Alone", media: [.bytes(TestPicture.jpeg(70, 50), name: "b.jpg")])
            for part in ["\(other.media[0].blob.version)/peek", "\(blob.version)/huge", "\(blob.version)/video"] {
                expectEqual(try await lab.server.get("\(link.path)/\(part)").status, 404)
            }
            try await expectEqual(lab.send(.DELETE, "/library/links/\(link.id)").status, 204)
            expectEqual(try await lab.server.get("\(link.path)/\(blob.version)/peek").status, 404)
        }
    }

    @Test func `the page shows the current contents, and only the positions of its link`() async throws {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            _ = try lab.library.addPlace(to: journal.id, at: .tower, name: "Tower")
            _ = try lab.library.addNote("Climbed it", to: journal.id)
            let map = "<svg class=\"map\""
            let plain = try await Self.link(lab, to: journal.id.rawValue, #", "positions": "none""#)
            #expect(try await !lab.server.get(plain.path).text.contains(map))
            #expect(try await !lab.server.get("\(plain.path)?positions=all").text.contains(map))
            #expect(try await lab.server.get(plain.path).text.contains("Climbed it"))
        }
    }

    @Test func `guessed, expired and revoked links are not found`() async throws {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            let (revoked, expired) = (
                try await Self.link(lab, to: journal.id.rawValue), try await Self.link(lab, to: journal.id.rawValue)
            )
            let deleted = try await Self.link(lab, to: try await Self.journal(lab, named: "Spain").id.rawValue)
            try await expectEqual(lab.send(.DELETE, "/library/links/\(revoked.id)").status, 204)
            try await expectEqual(lab.send(.DELETE, "/library/links/\(revoked.id)").status, 404)
            let file = lab.folder.path("library/share.links")
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
                var parts = line.split(separator: " ").map(String.init)
                if parts[0] == expired.id { parts[3] = "1" }
                return parts.joined(separator: " ")
            }
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: file))
            try lab.library.delete(try lab.library.journal(named: "Spain").id)
            let guessed = "/shared/" + String(repeating: "A", count: 43)
            for path in [guessed, expired.path, revoked.path, deleted.path, "/shared/x", "/shared/%2e%2e"] {
                let reply = try await lab.server.get(path)
                expectEqual(reply.status, 404)
                #expect(reply.text.contains("This link does not work"))
                expectEqual(reply["Cache-Control"], "no-store")
            }
        }
    }

    @Test func `the log contains no token`() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await LibraryLab.run(logger: logger) { lab in
            let link = try await Self.link(lab, to: try await Self.journal(lab).id.rawValue)
            try await expectEqual(lab.server.get(link.path).status, 200)
            try await expectEqual(lab.server.get("\(link.path)x").status, 404)
            // Damaged renditions are logged.
            try FileManager.default.removeItem(atPath: lab.folder.path("library/blobs"))
            _ = try await lab.server.get(link.path)
            let logged = lines.value
            #expect(logged.contains { $0.hasPrefix("request ") && $0.contains("route=shared") })
            #expect(!logged.contains { $0.contains(link.path.dropFirst("/shared/".count)) })
        }
    }

    @Test func `links are listed without their tokens, and only for tokens that can change the library`() async throws {
        try await LibraryLab.run({ $0.publicAddress = "https://photos.example.org/" }) { lab in
            let journal = try await Self.journal(lab)
            let link = try await Self.link(lab, to: journal.id.rawValue, #", "days": 1"#)
            #expect(link.path.hasPrefix("https://photos.example.org/shared/"))
            let listed = try await lab.get("/library/links").list
            expectEqual(listed.count, 1)
            expectEqual(listed[0]["id"] as? String, link.id)
            expectEqual(listed[0]["item"] as? String, journal.id.rawValue)
            #expect(listed[0]["url"] == nil)
            let reader: HTTPHeaders = ["Authorization": "Bearer \(LibraryLab.readerToken)"]
            try await expectEqual(lab.server.get("/library/links", reader).status, 403)
            try await expectEqual(
                lab.server.get("/library/links/\(link.id)", reader, method: .DELETE).status, 403)
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"item": "France"}"#, #"{"item": "entry-7k3x9w2mq4ta"}"#, #"{"item": "journal-000000000000"}"#,
        #"{"item": "ID", "days": 0}"#, #"{"item": "ID", "days": 3651}"#, #"{"item": "ID", "positions": "some"}"#,
        #"{"item": "ID", "more": 1}"#,
    ])
    func `an invalid link is rejected`(json: String) async throws {
        try await LibraryLab.run { lab in
            let id = try await Self.journal(lab).id.rawValue
            let reply = try await lab.send(.POST, "/library/links", json: json.replacing("ID", with: id))
            expectEqual(reply.status, 422)
            #expect(try lab.library.links().isEmpty)
        }
    }
}
