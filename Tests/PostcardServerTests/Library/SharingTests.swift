import Foundation
import Logging
import NIOHTTP1
import PostcardCore
import PostcardCrypto
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardServer

@Suite struct SharingTests {
    /// Adds a journal with a place and a picture with a position.
    private static func journal(_ lab: LibraryLab) async throws -> Journal {
        let journal = try lab.library.addJournal(named: "France")
        let place = try lab.library.addPlace(to: journal.id, at: .tower, name: "Tower")
        let picture = try TestPicture.jpeg(80, 60, latitude: 48.8584, longitude: 2.2945)
        _ = try await lab.library.addEntry(
            text: "Above the city", media: [.bytes(picture, name: "a.jpg")], to: journal.id, at: place.id)
        return journal
    }

    @Test func `the page matches the output of the command`() async throws {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            let reply = try await lab.get("/library/share.html?ids=\(journal.id)")
            expectEqual(reply.status, 200)
            expectEqual(reply["Content-Type"], "text/html; charset=utf-8")
            expectEqual(reply["Content-Disposition"], "attachment; filename=\"France.html\"")
            let path = lab.folder.path("a.html")
            _ = try await lab.library.share(
                ids: [journal.id.rawValue], to: .page(.init(path)), outline: WorldOutline.outline)
            #expect(reply.body == (try lab.folder.read("a.html")))
            #expect(try !lab.folder.files().contains { $0.contains("cache/shares/") })
            let titled = try await lab.get("/library/share.html?ids=\(journal.id)&title=Best&positions=none")
            #expect(titled.text.contains("<title>Best"))
            #expect(!titled.text.contains("<svg class=\"map\""))
        }
    }

    @Test func `an inline page has no origin, and runs only its own script`() async throws {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            let kept = try await lab.get("/library/share.html?ids=\(journal.id)")
            let shown = try await lab.get("/library/share.html?ids=\(journal.id)&disposition=inline")
            #expect(shown.body == kept.body)
            #expect(shown["Content-Disposition"] == "inline; filename=\"France.html\"")
            let policy = try #require(shown["Content-Security-Policy"]).split(separator: "; ").map(String.init)
            #expect(policy.contains("sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"))
            // Only the app can show the page in a frame.
            #expect(policy.contains("frame-ancestors 'self'"))
            #expect(policy.contains("default-src 'none'"))
            let script = try #require(shown.text.firstMatch(of: /<script>(.*?)<\/script>/.dotMatchesNewlines()))
            let hash = Base64.standard.encode(Array(SHA256.hash(data: Array(script.1.utf8))))
            #expect(policy.contains("script-src 'sha256-\(hash)'"))
            #expect(kept["Content-Security-Policy"] == "default-src 'none'; sandbox")
        }
    }

    @Test func `a single file is sent without its position if the query says so`() async throws {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            let entry = try #require(try lab.library.entries(of: journal.id).first)
            let path = "/library/entries/\(entry.id)/media/1/file"
            let original = try await lab.get(path)
            let shared = try await lab.get("\(path)?metadata=shared")
            expectEqual([original.status, shared.status], [200, 200])
            expectEqual(shared["Content-Type"], "image/jpeg")
            #expect(try ImageHeader(of: original.body).metadata.position != nil)
            #expect(try ImageHeader(of: shared.body).metadata.position == nil)
            #expect(try ImageHeader(of: shared.body).size == ImageHeader(of: original.body).size)
            #expect(try await lab.get("\(path)?metadata=none").status == 400)
            #expect(try !lab.folder.files().contains { $0.contains("cache/shares/") })
        }
    }

    @Test(arguments: [
        ("A week / in: Paris?", "A week in Paris.html"), ("..", "postcard.html"), ("Zürich", "Z_rich.html"),
        (String(repeating: "long ", count: 40), String(repeating: "long ", count: 15) + "long.html"),
    ])
    func `downloads are named after the title`(title: String, name: String) async throws {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            let encoded = PercentEncoding.encode(title)
            let reply = try await lab.get("/library/share.html?ids=\(journal.id)&title=\(encoded)")
            #expect(reply["Content-Disposition"]?.hasPrefix("attachment; filename=\"\(name)\"") == true)
        }
    }

    @Test func `browsers without a session are redirected to the app, and other clients get an error`() async throws {
        try await AppLab.run { app in
            let target = "/library/share.html?disposition=inline&ids=journal-7k3x9w2mq4ta&title=a%26b"
            let page = try await app.lab.server.get(target, ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"])
            expectEqual(page.status, 303)
            expectEqual(
                page["Location"],
                "/app/?next=%2Flibrary%2Fshare.html%3Fdisposition%3Dinline%26ids%3Djournal-7k3x9w2mq4ta%26title%3Da%2526b"
            )
            expectEqual(page["Cache-Control"], "no-store")
            for accept in ["*/*", "application/json", "text/html;q=0"] {
                try await expectEqual(app.lab.server.get(target, ["Accept": accept]).status, 401)
            }
            // The app's page must not be saved as the file.
            let file = target.replacing("disposition=inline&", with: "")
            try await expectEqual(app.lab.server.get(file, ["Accept": "text/html"]).status, 401)
        }
    }

    @Test func `an archive contains positions only on request`() async throws {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            let archive = try await lab.get("/library/share.zip?ids=\(journal.id)")
            expectEqual(archive.status, 200)
            expectEqual(archive["Content-Type"], "application/zip")
            expectEqual(archive["Content-Length"], "\(archive.body.count)")
            #expect(archive.body.starts(with: Array("PK".utf8)))
            #expect(!archive.text.contains("\"coordinate\""))
            let all = try await lab.get("/library/share.zip?ids=\(journal.id)&positions=all")
            #expect(all.text.contains("\"coordinate\""))
            #expect(try !lab.folder.files().contains { $0.contains("cache/shares/") })
        }
    }

    @Test(arguments: [
        ("", 400), ("ids=", 400), ("ids=nonsense", 400), ("ids=France", 400), ("ids=journal-0", 400),
        ("ids=journal-000000000000", 404), ("ids=photo-000000000000", 404), ("ids=pin-000000000000", 404),
        ("ids=journal-000000000000&positions=some", 400), ("ids=journal-000000000000&title=a&title=b", 400),
        ("ids=journal-000000000000&disposition=shown", 400),
    ])
    func `an invalid request is rejected`(query: String, status: Int) async throws {
        try await LibraryLab.run { lab in
            _ = try lab.library.addJournal(named: "France")
            for suffix in ["html", "zip"] {
                let reply = try await lab.get("/library/share.\(suffix)?\(query)")
                #expect(reply.status == status)
                #expect(!reply.text.contains(lab.folder.url.path))
            }
        }
    }

    @Test func `an empty share has its own error`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Empty")
            let pin = try lab.library.addPin(at: .tower)
            #expect(try await lab.get("/library/share.html?ids=\(journal.id)").status == 422)
            #expect(try await lab.get("/library/share.zip?ids=\(pin.id)").status == 422)
        }
    }

    @Test func `a share is canceled when its client disconnects, and the next share succeeds`() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await LibraryLab.run(logger: logger) { lab in
            let journal = try await Self.journal(lab)
            try FileManager.default.removeItem(atPath: lab.folder.path("library/cache"))
            let target = "/library/share.html?ids=\(journal.id)"
            // While all permits for pixels are taken, only the closed connection can end the request.
            let pixels = lab.server.pixels
            var permit: PostcardServer.WeightedSemaphore.Permit? = try pixels.permit(pixels.total)
            try await RawConnection.leave(
                port: try await lab.server.port,
                after: "GET \(target) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(LibraryLab.token)\r\n\r\n")
            let logged = try await lines.value { $0.contains { $0.hasPrefix("request ") } }
            #expect(logged.contains { $0.hasPrefix("request ") && $0.contains("status=499") })
            #expect(try !lab.folder.files().contains { $0.hasPrefix("library/cache/") })
            withExtendedLifetime(permit) {}
            permit = nil
            #expect(try await lab.get(target).status == 200)
        }
    }

    @Test func `peeks contain actions`() async throws {
        try await LibraryLab.run { lab in
            let journal = try await Self.journal(lab)
            let entry = try #require(try lab.library.entries(of: journal.id).first)
            let peeks = try await lab.get("/library/peeks/\(entry.id)").list
            #expect(peeks.count == 1)
            #expect(peeks[0]["title"] as? String == "Above the city")
            for member in ["peek", "thumbnail", "file", "item"] {
                let address = try #require(peeks[0][member] as? String)
                #expect(try await lab.get(address).status == 200)
            }
            for id in ["entry-000000000000", "photo-000000000000", "meme-000000000000", journal.id, "x"] {
                #expect(try await lab.get("/library/peeks/\(id)").status == 404)
            }
        }
    }

    @Test func `journeys match the output of the command`() async throws {
        try await LibraryLab.run { lab in
            _ = try await Self.journal(lab)
            let map = try await lab.get("/library/journeys.geojson")
            #expect(map["Content-Type"] == "application/geo+json")
            #expect(map.text == (try lab.library.geoJSON()))
            let tag = try #require(map["ETag"])
            #expect(try await lab.get("/library/journeys.geojson", ["If-None-Match": tag]).status == 304)
            let routes = try await lab.get("/library/journeys.gpx")
            #expect(routes["Content-Type"] == "application/gpx+xml")
            #expect(routes.text == (try lab.library.gpx()))
        }
    }

    @Test func `a meme's base image is available`() async throws {
        try await LibraryLab.run { lab in
            let image = try TestPicture.gradient()
            let (meme, picture) = (try image.encoded(as: .png), try image.encoded(as: .jpeg()))
            func record(_ source: [UInt8]?) throws -> MemeRecord {
                try lab.library.addMeme(
                    meme, format: .png, size: image.size, meme: .classic(top: "a", bottom: ""), origin: .file("a.png"),
                    source: source)
            }
            let kept = try await lab.get("/library/memes/\(try record(picture).id)/source")
            expectEqual(kept.body, picture)
            expectEqual(kept["Content-Type"], "image/jpeg")
            try await expectEqual(lab.get("/library/memes/\(try record(nil).id)/source").status, 404)
        }
    }

    @Test func `the map's view is changed and saved`() async throws {
        try await LibraryLab.run { lab in
            #expect(try await lab.get("/library/map").status == 404)
            #expect(try await lab.send(.PATCH, "/library/map", json: #"{"latitudeSpan": 1}"#).status == 422)
            let set = try await lab.send(
                .PATCH, "/library/map", json: #"{"center": {"latitude": 1, "longitude": 2}, "latitudeSpan": 3}"#)
            #expect(set.status == 200)
            let view = try #require(try lab.library.mapView())
            #expect(view.latitudeSpan == 3)
            #expect(view.longitudeSpan == 0.05)
            for body in [#"{"latitudeSpan": 0}"#, #"{"latitudeSpan": 181}"#, #"{"longitudeSpan": 361}"#, "{}"] {
                #expect(try await lab.send(.PATCH, "/library/map", json: body).status == 422)
            }
            let wider = try await lab.send(.PATCH, "/library/map", json: #"{"longitudeSpan": 9}"#)
            try expectEqual(wider.decoded(MapView.self).center, view.center)
            try await expectEqual(lab.send(.DELETE, "/library/map").status, 204)
            try await expectEqual(lab.get("/library/map").status, 404)
        }
    }

    @Test func `settings are reset`() async throws {
        try await LibraryLab.run { lab in
            let first = try await lab.get("/library/settings").body
            let set = try await lab.send(
                .PATCH, "/library/settings", json: #"{"owner": "Ada", "peek": "800"}"#)
            expectEqual(set.status, 200)
            try expectEqual(set.object["owner"] as? String, "Ada")
            try await expectEqual(lab.send(.DELETE, "/library/settings").status, 204)
            try await expectEqual(lab.get("/library/settings").body, first)
        }
    }
}
