import Foundation
import PostcardImaging
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

/// Photos from an Immich server.
struct ImmichSourceTests {
    /// Runs a test with a local server, and stops the server afterward.
    private func run(
        _ assets: [ImmichStandIn.Asset] = .around(latitude: 48.8584, longitude: 2.2945, count: 120),
        album: String? = nil, key: String = ImmichStandIn.key, suffix: String = "", canDownload: Bool = true,
        test: (ImmichStandIn, ImmichSource) async throws -> Void
    ) async throws {
        let standIn = try await ImmichStandIn(assets, canDownload: canDownload)
        let source = ImmichSource(
            server: try #require(URL(string: standIn.address + suffix)), apiKey: APIKey(key), album: album,
            client: HTTPClient(userAgent: UserAgent(version: "1.0", contact: "https://example.org/")),
            clock: RequestClock(InstantClock(), random: { 0.5 }))
        do {
            try await test(standIn, source)
        } catch {
            await standIn.stop()
            throw error
        }
        await standIn.stop()
    }

    private func search(
        _ source: ImmichSource, radius: Double = 2_000, page: Int = 1, adjust: (inout PhotoQuery) -> Void = { _ in }
    ) async throws -> PhotoPage {
        var query = PhotoQuery(center: try Coordinate(latitude: 48.8584, longitude: 2.2945), radius: radius)
        adjust(&query)
        return try await source.photos(matching: query, page: page)
    }

    @Test(arguments: ["", "/", "/api", "/api/"])
    func `photos near a point are on pages, nearest first`(suffix: String) async throws {
        try await run(suffix: suffix) { standIn, source in
            let first = try await search(source)
            expectEqual([first.photos.count, first.pageCount, first.total], [50, 3, 120])
            expectEqual(first.photos.map(\.id), (0..<50).map { ImmichStandIn.Asset($0).id })
            let photo = try #require(first.photos.first)
            expectEqual(photo.title, "Harbor")
            expectEqual(first.photos[1].title, "IMG_1.jpg")
            expectEqual(photo.dateTaken, "2024-06-01 00:14:03")
            expectEqual(photo.coordinate, try Coordinate(latitude: 48.8584, longitude: 2.2945))
            #expect(photo.license.allowsDerivatives && photo.pageURL == nil)
            expectEqual(try await search(source, page: 3).photos.count, 20)
            #expect(try await search(source, page: 4).photos.isEmpty)
            // The positions are listed once for all pages.
            expectEqual(await standIn.requests(.api).count { $0.path == "/api/map/markers" }, 1)
        }
    }

    @Test func `the radius, the date taken and the words limit a search`() async throws {
        try await run { _, source in
            // The photos are about 11 m apart.
            expectEqual(try await search(source, radius: 100).total, 9)
            let later = try await search(source) { $0.since = try? Date("2024-06-05T00:00:00Z", strategy: .iso8601) }
            expectEqual(later.total, 24)
            expectEqual(try await search(source) { $0.text = "harbor" }.photos.count, 25)
            expectEqual(try await search(source) { $0.text = "img_7." }.photos.map(\.title), ["IMG_7.jpg"])
        }
    }

    @Test(arguments: ["France", "france", "10000000-0000-4000-8000-000000000000"])
    func `an album is found by its name or id, and its photos by one search`(album: String) async throws {
        try await run(album: album) { standIn, source in
            let page = try await search(source)
            expectEqual([page.photos.count, page.total], [40, 40])
            expectEqual(page.photos[1].id, ImmichStandIn.Asset(3).id)
            let later = try await search(source) { $0.since = try? Date("2024-06-05T00:00:00Z", strategy: .iso8601) }
            expectEqual(later.total, 8)
            #expect(await !standIn.requests(.api).contains { $0.path.contains("/assets/") })
        }
    }

    @Test func `all pages of a large album are read`() async throws {
        let assets = [ImmichStandIn.Asset].around(latitude: 48.8584, longitude: 2.2945, count: 6_100)
        try await run(assets, album: "France") { standIn, source in
            expectEqual(try await search(source, radius: 32_000).total, 960)
            expectEqual(try await search(source, radius: 20_000_000).total, 2_034)
            expectEqual(await standIn.requests(.api).count { $0.path == "/api/search/metadata" }, 6)
        }
    }

    @Test func `an unknown album is reported with the known ones`() async throws {
        try await run(album: "Italy") { _, source in
            let error = await #expect(throws: SourceError.self) { try await search(source) }
            expectEqual(error?.code, .badQuery)
            expectEqual(error?.message, "Immich has no album \"Italy\". Albums include: France, Spain.")
        }
    }

    @Test func `videos, photos in the trash and deleted photos are omitted`() async throws {
        var assets = [ImmichStandIn.Asset].around(latitude: 48.8584, longitude: 2.2945, count: 4)
        assets[0].type = "VIDEO"
        assets[1].isTrashed = true
        assets[2].place = nil
        try await run(assets) { _, source in
            expectEqual(try await search(source).photos.map(\.id), [assets[3].id])
        }
        try await run([assets[3]]) { standIn, source in
            let missing = TestHTTPReply.text(#"{"message": "Not found or no asset.read access"}"#, status: 400)
            await standIn.script([nil, .reply(missing)], for: .api)
            expectEqual(try await search(source).photos.count, 0)
        }
    }

    @Test(arguments: [(2_048, 1_440, "thumbnail"), (20_000, 3_000, "original")])
    func `previews are downloaded, and originals on request`(size: Int, longEdge: Int, name: String) async throws {
        try await run { standIn, source in
            let photo = try #require(try await search(source).photos.first)
            let (_, bytes) = try await source.download(photo, atLeast: size, maximumBytes: 1 << 24)
            expectEqual(try ImageHeader(of: bytes).size.width, longEdge)
            expectEqual(await standIn.requests(.picture).map { $0.path.split(separator: "/").last }, [name[...]])
        }
    }

    @Test func `without the permission for originals, the preview is used`() async throws {
        try await run(canDownload: false) { _, source in
            let photo = try #require(try await search(source).photos.first)
            let (_, bytes) = try await source.download(photo, atLeast: 20_000, maximumBytes: 1 << 24)
            expectEqual(try ImageHeader(of: bytes).size.width, 1_440)
        }
    }

    @Test func `a photo of unknown size has a preview and an original`() async throws {
        var asset = ImmichStandIn.Asset(1)
        (asset.place, asset.size) = ((48.8584, 2.2945), nil)
        try await run([asset]) { _, source in
            let photo = try #require(try await search(source).photos.first)
            expectEqual(photo.renditions.map(\.kind), [.scaled, .original])
            expectEqual(photo.renditions(atLeast: 2_048).first?.kind, .scaled)
        }
    }

    @Test func `a photo that was deleted after the search is gone`() async throws {
        try await run { standIn, source in
            let photo = try #require(try await search(source).photos.first)
            await standIn.script([.status(400)], for: .picture)
            let error = await #expect(throws: SourceError.self) {
                try await source.download(photo, atLeast: 500, maximumBytes: 1 << 24)
            }
            expectEqual(error?.code, .gone)
        }
    }

    @Test func `a rejected key is reported without the key`() async throws {
        try await run(key: "wrong-key") { standIn, source in
            let error = await #expect(throws: SourceError.self) { try await search(source) }
            expectEqual(error?.code, .keyRefused)
            expectEqual(error?.message, "Immich reports: Invalid API key. Check IMMICH_API_KEY.")
            expectEqual(await standIn.requests(.api).count, 1)
            let quoted = TestHTTPReply.text(#"{"message": "No permission for wrong-key"}"#, status: 403)
            await standIn.script([.reply(quoted)], for: .api)
            let other = await #expect(throws: SourceError.self) { try await search(source) }
            #expect(other?.message.contains("wrong-key") == false)
            #expect(other?.message.contains("asset.read") == true)
        }
    }

    @Test(arguments: [#"{"message": "x"}"#, "[", "<html>"])
    func `an unexpected response is an error`(body: String) async throws {
        try await run { standIn, source in
            await standIn.script(Array(repeating: .json(body), count: 5), for: .api)
            let error = await #expect(throws: SourceError.self) { try await search(source) }
            expectEqual(error?.code, .badReply)
        }
    }

    @Test func `an overloaded server is tried again`() async throws {
        try await run { standIn, source in
            await standIn.script([.status(503), .status(429, retryAfter: "2")], for: .api)
            expectEqual(try await search(source).total, 120)
        }
    }
}
