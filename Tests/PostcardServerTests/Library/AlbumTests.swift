import Foundation
import NIOCore
import NIOHTTP1
import PostcardLibrary
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct AlbumTests {
    private static let place: Coordinate = .tower
    private let photos: TemporaryFolder
    private let gate = TestGate()

    init() throws {
        photos = try TemporaryFolder()
        for index in 0..<4 { try photos.write(try TestPicture.jpeg(60 + index, 40), as: "\(index).jpg") }
    }

    private func run(_ test: (LibraryLab, Pin) async throws -> Void) async throws {
        let source = GatedSource(photos, at: Self.place, gate: gate)
        try await LibraryLab.run(photoSource: { _ in source }) { lab in
            try await test(lab, try lab.library.addPin(at: Self.place, name: "Tower"))
        }
    }

    /// Starts a download, and waits for its last event.
    private func download(_ lab: LibraryLab, _ pin: Pin, _ body: String) async throws -> [String: Any] {
        let begun = try await lab.send(.POST, "/library/pins/\(pin.id)/album", json: body)
        let job = try #require(begun["Location"])
        _ = try await lab.get("\(job)/events")
        return try await lab.get(job).object
    }

    @Test func `a new collection is a job that reports its progress`() async throws {
        try await run { lab, pin in
            let target = "/library/pins/\(pin.id)/album"
            #expect(try await lab.get(target).object["state"] as? String == "empty")
            let begun = try await lab.send(.POST, target, json: #"{"count": 3, "seed": 7}"#)
            #expect(begun.status == 202)
            let job = try #require(begun["Location"])
            #expect(try begun.object["state"] as? String == "running")
            await gate.waitUntilReached()
            let second = try await lab.send(.POST, target, json: "{}")
            expectEqual(second.status, 409)
            expectEqual(second["Retry-After"], "5")
            try await expectEqual(lab.get(target).object["state"] as? String, "downloading")
            let events = try await Self.events(lab, "\(job)/events", opening: gate)
            #expect(events.first?.hasPrefix("event: running\ndata: {") == true)
            #expect(events.last?.hasPrefix("event: done\ndata: {") == true)
            let end = try await lab.get(job).object
            expectEqual(end["state"] as? String, "done")
            expectEqual(end["stored"] as? Int, 3)
            expectEqual(end["count"] as? Int, 3)
            #expect((end["bytes"] as? Int ?? 0) > 0)
            let album = try await lab.get(target).object
            expectEqual(album["state"] as? String, "ready")
            expectEqual((album["photos"] as? [Any])?.count, 3)
            try await expectEqual(lab.get("/library/jobs").list.count, 1)
            try expectEqual(lab.library.album(of: pin.id)?.photos.count, 3)
        }
    }

    @Test func `each photo is sent as soon as it can be shown, and again to clients that missed it`() async throws {
        try await run { lab, pin in
            let begun = try await lab.send(.POST, "/library/pins/\(pin.id)/album", json: #"{"count": 3, "seed": 7}"#)
            let job = try #require(begun["Location"])
            await gate.waitUntilReached()
            let watched = try await Self.events(lab, "\(job)/events", opening: gate).filter {
                $0.hasPrefix("event: photo\n")
            }
            #expect(watched.count == 3)
            #expect(try await lab.get("/library/pins/\(pin.id)/album").object["state"] as? String == "ready")
            let again = try await lab.get("\(job)/events").text.components(separatedBy: "\n\n")
            #expect(again.filter { $0.hasPrefix("event: photo\n") } == watched)
            #expect(again.dropLast().last?.hasPrefix("event: done\n") == true)
            for (index, event) in watched.enumerated() {
                let lines = event.split(separator: "\n")
                #expect(lines[1] == "id: \(index + 1)")
                let data = try JSONSerialization.jsonObject(with: Data(lines[2].dropFirst(6).utf8))
                let photo = try #require(data as? [String: Any])
                #expect(photo["number"] as? Int == index + 1)
                #expect(photo["height"] as? Int == 40)
                let thumbnail = try #require(photo["thumbnail"] as? String)
                let version = try #require(photo["version"] as? String)
                #expect(try await lab.get(thumbnail).status == 200)
                let kept = try await lab.get("/library/photos/\(photo["id"] ?? "")/w160?v=\(version)")
                #expect(kept["Cache-Control"] == "private, max-age=31536000, immutable")
                let rest = try await lab.get("\(job)/events", ["Last-Event-ID": "\(index + 1)"]).text
                #expect(rest.components(separatedBy: "event: photo").count == 3 - index)
            }
        }
    }

    /// A source that sends some photos one after the other, and then fails.
    private struct BrokenSource: PhotoSource {
        let source: GatedSource
        let left: Shared<Int>

        var name: String { source.name }
        var notice: String? { source.notice }
        var maximumTransfers: Int { 1 }

        func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
            try await source.photos(matching: query, page: page)
        }

        func download(
            _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
            resuming part: (Rendition) async throws -> PartialPicture?, to sink: (DownloadEvent) async throws -> Void
        ) async throws -> PictureDownload {
            guard left.value > 0 else { throw SourceError(.unreachable, "There is no response.") }
            left.change { $0 -= 1 }
            return try await source.download(
                photo, atLeast: longEdge, maximumBytes: maximumBytes, resuming: part, to: sink)
        }
    }

    @Test func `photos of an interrupted download are sent with later ones`() async throws {
        await gate.open()
        try await run { lab, pin in
            let source = GatedSource(photos, at: Self.place, gate: gate)
            let broken = BrokenSource(source: source, left: Shared(2))
            await #expect(throws: SourceError.self) {
                try await lab.library.downloadAlbum(of: pin, from: broken, request: AlbumRequest(count: 4, seed: 1))
                    .album
            }
            let job = try await lab.send(.POST, "/library/pins/\(pin.id)/album", json: #"{"count": 4, "seed": 1}"#)
            let location = try #require(job["Location"])
            let events = try await lab.get("\(location)/events").text
            #expect(events.components(separatedBy: "event: photo").count == 5)
            let end = try await lab.get(location).object
            #expect(end["stored"] as? Int == 4)
        }
    }

    @Test func `a photo is shown with its credit, and a removed photo stays removed`() async throws {
        await gate.open()
        try await run { lab, pin in
            _ = try await download(lab, pin, #"{"count": 4}"#)
            let listed = try #require(try await lab.get("/library/albums").list.first?["photos"] as? [[String: Any]])
            let photo = try #require(listed.first)
            let id = try #require(photo["id"] as? String)
            for member in ["file", "thumbnail", "peek"] {
                let reply = try await lab.get(try #require(photo[member] as? String))
                #expect(reply.status == 200)
                #expect(reply["Content-Type"] == "image/jpeg")
            }
            let shown = try await lab.get("/library/photos/\(id)").object
            expectEqual(shown["number"] as? Int, 1)
            expectEqual((shown["credit"] as? String)?.isEmpty, false)
            try await expectEqual(lab.send(.DELETE, "/library/photos/\(id)").status, 204)
            try await expectEqual(lab.get("/library/photos/\(id)").status, 404)
            try await expectEqual(lab.get("/library/photos/\(id)/file").status, 404)
            _ = try await download(lab, pin, #"{"count": 3, "seed": 1}"#)
            let remote = try #require(lab.library.album(of: pin.id)?.removed.first)
            let now = try lab.library.photos(of: try #require(try lab.library.album(of: pin.id)))
            #expect(!now.map(\.remote).contains(remote))
        }
    }

    @Test func `an album that another process downloads is not touched`() async throws {
        try await run { lab, pin in
            let source = GatedSource(photos, at: Self.place, gate: gate)
            let other = Task { try await lab.library.downloadAlbum(of: pin, from: source).album }
            await gate.waitUntilReached()
            let reply = try await lab.send(.POST, "/library/pins/\(pin.id)/album", json: "{}")
            #expect(reply.status == 409)
            await gate.open()
            _ = try await other.value
        }
    }

    @Test func `a stopped job's album can be continued`() async throws {
        try await run { lab, pin in
            let begun = try await lab.send(.POST, "/library/pins/\(pin.id)/album", json: "{}")
            let job = try #require(begun["Location"])
            await gate.waitUntilReached()
            #expect(try await lab.send(.DELETE, job).status == 204)
            await gate.open()
            _ = try await lab.get("\(job)/events")
            #expect(try await lab.get(job).object["state"] as? String == "stopped")
            let state = try await lab.get("/library/pins/\(pin.id)/album").object["state"] as? String
            #expect(state == "interrupted")
            #expect(try await download(lab, pin, "{}")["state"] as? String == "done")
        }
    }

    @Test func `a failed job reveals no internals`() async throws {
        try await LibraryLab.run(photoSource: { _ in FailingSource() }) { lab in
            let pin = try lab.library.addPin(at: Self.place)
            let job = try await download(lab, pin, "{}")
            #expect(job["state"] as? String == "failed")
            #expect(job["problem"] as? String == "The photo provider can't be reached.")
            let album = try await lab.get("/library/pins/\(pin.id)/album")
            #expect(try album.object["state"] as? String == "failed")
            #expect(!album.text.contains("secret"))
        }
    }

    @Test func `without a photo provider, there are no collections`() async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: Self.place)
            #expect(try await lab.send(.POST, "/library/pins/\(pin.id)/album", json: "{}").status == 501)
        }
    }

    @Test(arguments: [
        #"{"count": 0}"#, #"{"count": 31}"#, #"{"radius": 0}"#, #"{"radius": 40000}"#, #"{"license": "mine"}"#,
        #"{"license": "cc-by-9.9"}"#,
        #"{"since": "June"}"#, #"{"safe": "no"}"#, #"{"seed": -1}"#, #"{"source": "folder:/etc"}"#,
    ])
    func `an invalid request for a collection is rejected`(body: String) async throws {
        try await run { lab, pin in
            let reply = try await lab.send(.POST, "/library/pins/\(pin.id)/album", json: body)
            #expect(reply.status == 422)
            #expect(try await lab.get("/library/jobs").list.isEmpty)
        }
    }

    @Test(arguments: ["cc-by-4.0", "cc-by,cc0", "derivatives"])
    func `licenses have the names that commands accept`(license: String) throws {
        let body = #"{"license": "\#(license)", "count": 1}"#
        let request: CollectionRequest = try BodyReader(schema: CollectionRequest.schema).read(Array(body.utf8))
        #expect(try request.albumRequest().licenses == License.matching(list: license))
    }

    @Test func `unknown jobs are not found`() async throws {
        try await run { lab, _ in
            for target in ["/library/jobs/job-1", "/library/jobs/job-1/events"] {
                let reply = try await lab.get(target)
                #expect(reply.status == 404)
            }
            let reply = try await lab.send(.DELETE, "/library/jobs/job-1")
            #expect(reply.status == 404)
        }
    }

    /// Returns the events of a stream. The first event opens the gate.
    private static func events(_ lab: LibraryLab, _ target: String, opening gate: TestGate) async throws -> [String] {
        let port = try await lab.server.port
        var request = HTTPClient.Request(url: "http://127.0.0.1:\(port)\(target)", timeout: .seconds(3_600))
        request.headers = [("Authorization", "Bearer \(LibraryLab.token)")]
        let response = try await RunningServer.client.send(request)
        #expect(HTTPHeaders(response.headers).first(name: "Content-Type") == "text/event-stream")
        var text = ""
        for try await piece in response.body {
            text += String(decoding: piece, as: UTF8.self)
            await gate.open()
        }
        return text.components(separatedBy: "\n\n").filter { !$0.isEmpty && !$0.hasPrefix(":") }
    }
}

extension Coordinate {
    /// The place in most tests.
    static let tower = {
        guard let place = try? Coordinate(latitude: 48.8584, longitude: 2.2945) else {
            // The numbers above are in range.
            preconditionFailure("The tower is not on the Earth.")
        }
        return place
    }()
}
