import Foundation
import NIOHTTP1
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct CachingTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "pictures/a.jpg")
        try folder.write(try TestPicture.jpeg(), as: "pictures/same.jpg")
        try folder.write(try TestPicture.gradient().encoded(as: .png), as: "pictures/b.png")
        return folder
    }

    private static func run(
        _ folder: TemporaryFolder, cacheBytes: Int = 1 << 20, on clock: ManualClock = ManualClock(),
        do test: (RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.with(
            folder,
            {
                $0.images = [folder.path("pictures")]
                $0.cache = folder.path("cache")
                $0.cacheBytes = cacheBytes
            }, prepare: { $0.now = { clock.now } }, do: test)
    }

    @Test func `an entity tag depends on content, operations and format`() async throws {
        let (folder, clock) = (try Self.folder(), ManualClock())
        try await Self.run(folder, on: clock) { server in
            func tag(_ target: String) async throws -> String? { try await server.get(target)["ETag"] }
            let first = try await tag("/unsafe/32x/a.jpg")
            expectEqual(first?.hasPrefix("\""), true)
            try await expectEqual(tag("/unsafe/32x/a.jpg"), first)
            try await expectEqual(tag("/unsafe/32x/same.jpg"), first)
            #expect(try await tag("/unsafe/31x/a.jpg") != first)
            #expect(try await tag("/unsafe/32x/filters:format(png)/a.jpg") != first)
            try folder.write(try TestPicture.jpeg(60, 40), as: "pictures/a.jpg")
            clock.advance(by: .seconds(1))
            #expect(try await tag("/unsafe/32x/a.jpg") != first)
        }
    }

    @Test func `a matching tag results in 304 without a body`() async throws {
        try await Self.run(try Self.folder()) { server in
            let whole = try await server.get("/unsafe/32x/a.jpg")
            let tag = try #require(whole["ETag"])
            for field in [tag, "\"x\", \(tag)", "W/\(tag)", "*"] {
                let reply = try await server.get("/unsafe/32x/a.jpg", ["If-None-Match": field])
                #expect(reply.status == 304)
                #expect(reply.body.isEmpty)
                expectEqual(reply["ETag"], tag)
                expectEqual(reply["Vary"], "Accept")
                expectEqual(reply["Cache-Control"], "public, max-age=86400")
            }
            #expect(try await server.get("/unsafe/32x/a.jpg", ["If-None-Match": "\"x\""]).status == 200)
        }
    }

    @Test(arguments: [
        ("*/*", "a.jpg", "image/jpeg"), ("image/webp,*/*;q=0.8", "a.jpg", "image/webp"),
        ("image/webp;q=0.5,image/jpeg", "a.jpg", "image/jpeg"), ("image/webp;q=0,*/*", "a.jpg", "image/jpeg"),
        ("image/png", "a.jpg", "image/png"), ("text/html", "a.jpg", "image/jpeg"), ("image/*", "b.png", "image/png"),
        ("image/webp, image/png", "b.png", "image/webp"), ("image/jpeg;q=0,image/*", "a.jpg", "image/webp"),
        ("IMAGE/WEBP", "a.jpg", "image/webp"), (";;;,,q=", "a.jpg", "image/jpeg"),
    ])
    func `the Accept header determines the format`(accept: String, name: String, mediaType: String) async throws {
        try await Self.run(try Self.folder()) { server in
            let reply = try await server.get("/unsafe/16x/\(name)", ["Accept": accept])
            #expect(reply["Content-Type"] == mediaType)
            #expect(reply["Vary"] == "Accept")
        }
    }

    @Test func `a result is rendered once and outlives the service`() async throws {
        let folder = try Self.folder()
        var first: [UInt8] = []
        try await Self.run(folder) { server in
            first = try await server.get("/unsafe/32x/a.jpg").body
            #expect(try await server.get("/unsafe/32x/a.jpg").body == first)
            let metrics = try await server.get("/metrics").text
            #expect(metrics.contains("postcard_cache_misses_total 1\n"))
            #expect(metrics.contains("postcard_cache_hits_total 1\n"))
        }
        try await Self.run(folder) { server in
            let again = try await server.get("/unsafe/32x/a.jpg")
            #expect(again.body == first)
            #expect(try await server.get("/metrics").text.contains("postcard_cache_misses_total 0\n"))
        }
    }

    @Test func `the cache stays within its limit`() async throws {
        let folder = try Self.folder()
        try await Self.run(folder, cacheBytes: 3_000) { server in
            for width in 20..<50 { _ = try await server.get("/unsafe/\(width)x/a.jpg") }
        }
        let sizes = try folder.files().filter { $0.hasPrefix("cache/") }.map { try folder.read($0).count }
        #expect(!sizes.isEmpty)
        #expect(sizes.reduce(0, +) <= 3_000)
    }

    @Test func `files left behind by a kill are not served`() async throws {
        let folder = try Self.folder()
        try await Self.run(folder) { server in _ = try await server.get("/unsafe/32x/a.jpg") }
        let file = try #require(try folder.files().first { $0.hasPrefix("cache/") && $0 != "cache/lock" })
        let whole = try folder.read(file)
        try folder.write(Array(whole.dropLast(10)), as: file)
        try folder.write([1, 2, 3], as: file + ".1.part")
        try await Self.run(folder) { server in
            let again = try await server.get("/unsafe/32x/a.jpg")
            #expect(again.body == whole)
        }
        #expect(try folder.files().filter { $0.hasPrefix("cache/") && $0 != "cache/lock" } == [file])
        #expect(try folder.read(file) == whole)
    }
}
