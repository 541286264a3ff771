import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Responses for proxies and shared caches.
@Suite struct DrainTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        _ = try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        return folder
    }

    @Test func `a service reports that it is shutting down, and still responds`() async throws {
        try await RunningServer.with(try Self.folder(), { $0.cache = $0.images[0] + "/cache" }) { server in
            // After the response was served from the cache twice, it stays in memory.
            for _ in 0..<3 { _ = try await server.get("/unsafe/20x/a.jpg") }
            #expect(try await server.get("/readyz").status == 200)
            #expect(try await server.get("/readyz")["Connection"] == nil)
            server.drain()
            let ready = try await server.get("/readyz")
            #expect(ready.status == 503)
            #expect(ready.text.contains("shutting down"))
            #expect(try await server.get("/healthz").status == 200)
            let reply = try await server.get("/unsafe/20x/a.jpg")
            #expect(reply.status == 200)
            #expect(reply["Connection"] == "close")
        }
    }

    @Test(
        arguments: [
            ("/unsafe/20x/a.jpg", "public, max-age=86400, s-maxage=600, stale-while-revalidate=30, stale-if-error=900"),
            ("/unsafe/20x/filters:max_age(60)/a.jpg", "public, max-age=60"),
        ])
    func `shared caches get additional directives`(target: String, expected: String) async throws {
        try await RunningServer.with(
            try Self.folder(),
            {
                $0.cacheControl = "s-maxage=600, stale-while-revalidate=30,stale-if-error=900"
            }
        ) { server in
            let reply = try await server.get(target)
            #expect(reply["Cache-Control"] == expected)
        }
    }

    @Test(arguments: [("Cache-Tag", ","), ("surrogate-key", " ")])
    func `results have their sources' cache tags`(field: String, separator: String) async throws {
        let folder = try Self.folder()
        _ = try folder.write(try TestPicture.gradient().encoded(as: .png), as: "b.png")
        try await RunningServer.with(folder, { $0.cacheTags = field }) { server in
            let one = try await server.get("/unsafe/20x/a.jpg")
            #expect(one[field] == "\(SourceTag("a.jpg"))")
            let two = try await server.get("/unsafe/20x/filters:watermark(b.png,0,0,0)/a.jpg")
            #expect(two[field] == ["a.jpg", "b.png"].map { "\(SourceTag($0))" }.joined(separator: separator))
            // Errors are not results.
            #expect(try await server.get("/unsafe/20x/gone.jpg")[field] == nil)
        }
    }
}
