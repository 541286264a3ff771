import Foundation
import Logging
import NIOHTTP1
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Pictures from object storage, served under the names that they would have in a folder.
@Suite struct ObjectPictureTests {
    /// Runs a service with a store that contains these objects.
    private static func with(
        _ objects: [String: [UInt8]], folder: TemporaryFolder? = nil, log: Shared<[String]> = Shared([]),
        _ change: @escaping (inout ServerConfiguration, _ folder: String) -> Void = { _, _ in },
        do test: (RunningServer, Shared<ObjectStore.State>) async throws -> Void
    ) async throws {
        let store = try await ObjectStore(objects)
        let folder = try folder ?? TemporaryFolder()
        let path = folder.url.path
        try await RunningServer.with(
            folder,
            {
                $0.images = ["s3://photos/trip"]
                change(&$0, path)
            },
            logger: Logger(label: "test") { _ in RecordingLogHandler(lines: log) },
            objects: store.environment
        ) { try await test($0, store.state) }
        await store.server.stop()
        withExtendedLifetime(folder) {}
    }

    private static func picture() throws -> [UInt8] { try TestPicture.jpeg() }

    @Test(arguments: [
        "/unsafe/32x/a%20b/%C3%BC+1.jpg", "/unsafe/32x/a%20b/%C3%BC+1.jpg?v=2",
        "/insecure/rs:fit:32:24/plain/a%20b/%C3%BC+1.jpg", "/p/small/a%20b/%C3%BC+1.jpg",
        "/unsafe/32x/s3://photos/trip/a%20b/%C3%BC+1.jpg",
        "/images/custom/hello.jpg?background=a%20b/%C3%BC%2B1.jpg",
    ])
    func `an object is served like a file in a folder`(target: String) async throws {
        try await Self.with(
            ["photos/trip/a b/ü+1.jpg": try Self.picture()],
            { settings, _ in
                settings.presets = ["small=32x"]
            }
        ) { server, store in
            let reply = try await server.get(target)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(ImageFormat(sniffing: reply.body.span.bytes) == .jpeg)
            #expect(store.value.requests(200) == 1)
        }
    }

    @Test(arguments: [
        "/unsafe/32x/gone.jpg", "/unsafe/32x/.hidden.jpg", "/unsafe/32x/x/../a.jpg", "/unsafe/32x/x//a.jpg",
        "/unsafe/32x/s3://photos/other/a.jpg", "/unsafe/32x/s3://others/trip/a.jpg",
        "/unsafe/32x/s3://someone@photos/trip/a.jpg",
    ])
    func `other objects are not served`(target: String) async throws {
        let picture = try Self.picture()
        let objects = ["trip/.hidden.jpg", "trip/x/../a.jpg", "trip/x//a.jpg", "other/a.jpg"].map {
            ("photos/\($0)", picture)
        }
        try await Self.with(Dictionary(uniqueKeysWithValues: objects)) { server, store in
            let reply = try await server.get(target)
            #expect(reply.status == 404)
            #expect(store.value.requests(200) == 0)
        }
    }

    @Test func `folders and buckets are searched in order`() async throws {
        let folder = try TemporaryFolder()
        for name in ["both.jpg", "file.jpg"] {
            try Data(TestPicture.jpeg(40, 30)).write(to: folder.url.appending(path: name))
        }
        let objects = [
            "first/both.jpg": try TestPicture.jpeg(20, 15), "last/only.jpg": try TestPicture.jpeg(60, 45),
        ]
        try await Self.with(
            objects, folder: folder,
            { settings, path in
                settings.images = ["s3://first", path, "s3://last/"]
            }
        ) { server, store in
            for (name, width) in [("both.jpg", 20), ("file.jpg", 40), ("only.jpg", 60)] {
                for _ in 0..<3 {
                    let reply = try await server.get("/unsafe/\(name)")
                    #expect(try TestPicture.header(of: reply.body).size.width == width)
                }
            }
            // Objects missing from the first bucket are not requested there each time.
            #expect(store.value.requests(404) == 2)
            #expect(store.value.requests() == 4)
        }
    }

    @Test func `twenty sizes cost one read, and later one revalidation`() async throws {
        try await Self.with(
            ["photos/trip/a.jpg": try Self.picture()], { settings, _ in settings.limits.objectSeconds = 0 }
        ) {
            server, store in
            for width in 10..<15 { #expect(try await server.get("/unsafe/\(width)x/a.jpg").status == 200) }
            #expect(store.value.requests(200) == 1)
            #expect(store.value.requests(304) >= 4)
            let before = try await server.get("/unsafe/10x/a.jpg")["ETag"]
            let other = try TestPicture.jpeg(50, 50)
            store.change { $0.objects["photos/trip/a.jpg"] = other }
            // Responses in memory are compared with their sources once a second. For this `Accept` header, memory contains none.
            let reply = try await server.get("/unsafe/10x/a.jpg", ["Accept": "image/jpeg"])
            #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: 10, height: 10))
            #expect(reply["ETag"] != before)
        }
    }

    @Test(
        arguments: [
            (403, "AccessDenied", 502, "Access to"), (403, "SignatureDoesNotMatch", 502, "were rejected"),
            (503, "SlowDown", 503, "slow down"), (500, "InternalError", 503, "is unavailable"),
            (404, "NoSuchBucket", 502, "Bucket not found: photos"),
        ] as [(Int, String, Int, String)])
    func `a store that denies access is logged, and clients see no details`(
        status: Int, code: String, reply expected: Int, words: String
    ) async throws {
        let log = Shared<[String]>([])
        try await Self.with([:], log: log) { server, store in
            store.change { $0.failure = (status, code) }
            let reply = try await server.get("/unsafe/32x/a.jpg")
            #expect(reply.status == expected)
            #expect((reply["Retry-After"] != nil) == (expected == 503))
            for secret in ["photos", "trip", code, "very secret"] {
                #expect(!reply.text.contains(secret), "\(reply.text)")
            }
        }
        let text = log.value.joined(separator: "\n")
        #expect(text.contains(words), "\(text)")
        #expect(!text.contains("very secret"))
    }

    @Test func `an object that is too large or not a picture is rejected`() async throws {
        let objects = [
            "photos/trip/large.jpg": try Self.picture() + [UInt8](repeating: 0, count: 50_000),
            "photos/trip/text.jpg": Array("no picture at all, whatever its name says".utf8),
            "photos/trip/empty.jpg": [],
        ]
        try await Self.with(objects, { settings, _ in settings.maximumSourceBytes = 40_000 }) { server, _ in
            for (name, status) in [("large", 413), ("text", 415), ("empty", 415)] {
                let reply = try await server.get("/unsafe/32x/\(name).jpg")
                #expect(reply.status == status)
            }
        }
    }

    @Test func `after a restart, pictures with known results are not read`() async throws {
        let folder = try TemporaryFolder()
        let store = try await ObjectStore(["photos/trip/a.jpg": try Self.picture()])
        func request() async throws -> RunningServer.Reply {
            let reply = Shared<RunningServer.Reply?>(nil)
            try await RunningServer.with(
                folder,
                {
                    $0.images = ["s3://photos/trip"]
                    $0.cache = folder.path("cache")
                }, objects: store.environment
            ) { server in
                let latest = try await server.get("/unsafe/32x/a.jpg", ["Accept": "image/webp,*/*"])
                reply.change { $0 = latest }
            }
            return try #require(reply.value)
        }
        let first = try await request()
        #expect(first["Content-Type"] == "image/webp")
        store.state.change { $0.failure = (503, "SlowDown") }
        let second = try await request()
        expectEqual(second.status, 200)
        expectEqual(second.body, first.body)
        expectEqual(second["ETag"], first["ETag"])
        expectEqual(store.state.value.log, ["GET photos/trip/a.jpg 200"])
        await store.server.stop()
    }

    @Test(
        arguments: [
            (nil, 503, 200), (nil, 403, 502), (nil, 404, 404), ("must-revalidate", 503, 503),
            ("stale-if-error=0", 503, 503),
        ] as [(String?, Int, Int)])
    func `while the store is unreachable, known pictures are used for a while`(
        directives: String?, status: Int, expected: Int
    ) async throws {
        try await Self.with(
            ["photos/trip/a.jpg": try Self.picture()],
            { settings, path in
                settings.limits.objectSeconds = 0
                settings.cache = path + "/cache"
            }
        ) { server, store in
            if let directives { store.change { $0.fields = [("Cache-Control", directives)] } }
            let first = try await server.get("/unsafe/32x/a.jpg")
            #expect(first.status == 200)
            store.change { $0.failure = (status, status == 404 ? "NoSuchKey" : "AccessDenied") }
            let requestCount = store.value.log.count
            for _ in 0..<3 {
                let reply = try await server.get("/unsafe/32x/a.jpg")
                #expect(reply.status == expected)
                if expected == 200 {
                    #expect(reply.body == first.body)
                    #expect(reply["Cache-Control"] == "public, max-age=10")
                }
            }
            // After three requests in total, an unreachable store is not contacted again.
            if expected == 200 { #expect(store.value.log.count == requestCount + 3) }
        }
    }
}
