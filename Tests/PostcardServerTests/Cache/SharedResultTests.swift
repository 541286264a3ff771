import Foundation
import NIOHTTP1
import PostcardCore
import PostcardCrypto
import PostcardImaging
import PostcardLibrary
import PostcardSources
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The store of results that replicas share.
@Suite struct SharedResultTests {
    private static func key(_ operations: String = "") -> ResultKey {
        ResultKey(sources: [], operations: operations, format: .jpeg)
    }

    private static func png() throws -> [UInt8] { try TestPicture.gradient().encoded(as: .png) }

    private static func results(_ store: ObjectStore, now: Shared<Int> = Shared(0)) throws -> SharedResults {
        let start = ContinuousClock().now
        return SharedResults(
            try ObjectAddress(prefix: "s3://results/a"),
            storage: ObjectStorage(
                environment: store.environment, userAgent: UserAgent(value: "test"),
                idleTimeout: .seconds(3_600), retryPolicy: RetryPolicy(maximumAttempts: 1)),
            metrics: ServerMetrics(), clock: ManualClock(), now: { start + .seconds(now.value) })
    }

    /// Runs one replica after the other with the same store. Each replica has its own cache folder.
    private static func replicas(
        _ count: Int, settings change: @escaping (inout ServerConfiguration) -> Void = { _ in },
        _ test: (_ server: RunningServer, _ number: Int, Shared<ObjectStore.State>) async throws -> Void
    ) async throws {
        let store = try await ObjectStore(["photos/a.jpg": try TestPicture.jpeg(), "photos/b.png": try Self.png()])
        for number in 0..<count {
            let folder = try TemporaryFolder()
            try await RunningServer.with(
                folder,
                {
                    $0.images = ["s3://photos"]
                    $0.cache = folder.path("cache")
                    $0.results = "s3://results/site"
                    $0.sharedResults = .all
                    $0.presets = ["small=20x"]
                    change(&$0)
                }, objects: store.environment
            ) { try await test($0, number, store.state) }
        }
        await store.server.stop()
    }

    @Test(arguments: [
        ("/unsafe/30x/a.jpg", "*/*"), ("/unsafe/30x/a.jpg", "image/webp,*/*"), ("/unsafe/30x/b.png", "*/*"),
        ("/p/small/a.jpg", "image/webp"), ("/images/custom/hello.jpg?background=a.jpg&width=100", "*/*"),
    ])
    func `a result from another replica is found without reading the source`(
        target: String, accept: String
    ) async throws {
        let first = Shared<RunningServer.Reply?>(nil)
        try await Self.replicas(3) { server, number, store in
            let before = store.value.log.count
            let reply = try await server.get(target, ["Accept": accept])
            #expect(reply.status == 200)
            let log = store.value.log.dropFirst(before)
            if number == 0 {
                first.change { $0 = reply }
            } else {
                expectEqual(reply.body, first.value?.body)
                expectEqual(reply["ETag"], first.value?["ETag"])
                expectEqual(reply["Content-Type"], first.value?["Content-Type"])
                // The first bytes determine the version and format.
                #expect(
                    log.map { $0.hasSuffix(" 206") || $0.hasPrefix("GET results/site/") } == [true, true], "\(log)")
                #expect(try await server.get("/metrics").text.contains("postcard_results_total{from=\"shared\"} 1\n"))
            }
            // From then on, the result is in this replica's cache.
            let again = store.value.log.count { $0.hasPrefix("GET") }
            #expect(try await server.get(target, ["Accept": accept]).body == reply.body)
            #expect(store.value.log.count { $0.hasPrefix("GET") } == again)
            try await server.written()
        }
    }

    @Test(arguments: ["cut off", "changed", "of another hash", "without one"])
    func `a corrupted result is rendered again`(damage: String) async throws {
        let first = Shared<[UInt8]>([])
        try await Self.replicas(2) { server, number, store in
            if number == 1 {
                store.change { store in
                    for (key, bytes) in store.objects where key.hasPrefix("results/") {
                        switch damage {
                        case "cut off": store.objects[key] = Array(bytes.prefix(bytes.count / 2))
                        case "changed": store.objects[key]?[bytes.count / 2] ^= 1
                        case "of another hash":
                            store.metadata[key] = [
                                (name: "x-amz-meta-sha256", value: String(repeating: "0", count: 64))
                            ]
                        default: store.metadata[key] = nil
                        }
                    }
                }
            }
            let reply = try await server.get("/unsafe/30x/a.jpg")
            #expect(reply.status == 200)
            if number == 0 { first.change { $0 = reply.body } } else { #expect(reply.body == first.value) }
            let made = try await server.get("/metrics").text.contains("postcard_results_total{from=\"made\"} 1\n")
            #expect(made)
            try await server.written()
        }
    }

    @Test func `a new version of a picture is rendered again`() async throws {
        try await Self.replicas(2) { server, number, store in
            let other = try TestPicture.jpeg(50, 50)
            if number == 1 { store.change { $0.objects["photos/a.jpg"] = other } }
            let reply = try await server.get("/unsafe/30x/a.jpg")
            #expect(try (TestPicture.header(of: reply.body).size.height == 30) == (number == 1))
            try await server.written()
        }
    }

    @Test(
        arguments: [
            (.presets, "/p/small/a.jpg", true), (.presets, "/unsafe/30x/a.jpg", false),
            (.signed, "/p/small/a.jpg", true), (.signed, "/unsafe/30x/a.jpg", false),
            (.all, "/unsafe/30x/a.jpg", true),
            (.signed, "/images/custom/hello.jpg?background=a.jpg", false),
        ] as [(SharedResultScope, String, Bool)])
    func `only results chosen in the settings are shared`(
        scope: SharedResultScope, target: String, isShared: Bool
    ) async throws {
        try await Self.replicas(1, settings: { $0.sharedResults = scope }) { server, _, store in
            #expect(try await server.get(target).status == 200)
            try await server.written()
            #expect(store.value.log.contains { $0.hasPrefix("PUT results/site/") } == isShared)
            #expect(store.value.log.contains { $0.hasPrefix("GET results/site/") } == isShared)
        }
    }

    @Test func `the result of a signed URL is shared`() async throws {
        try await Self.replicas(
            1,
            settings: { settings in
                settings.sharedResults = .signed
                settings.keys = ["the key of these tests"]
            }
        ) { server, _, store in
            let code = HMAC<SHA256>.authenticationCode(
                for: Data("30x/a.jpg".utf8), using: SymmetricKey(data: Data("the key of these tests".utf8)))
            let signature = Base64.urlSafe.encode(Array(code))
            #expect(try await server.get("/\(signature)/30x/a.jpg").status == 200)
            try await server.written()
            #expect(store.value.log.contains { $0.hasPrefix("PUT results/site/") })
        }
    }

    @Test func `results from one source share a folder named after the hash of the source's name`() async throws {
        let tag = "\(SourceTag("a.jpg"))"
        #expect(tag == BlobHash(of: Array("a.jpg".utf8)).description.prefix(16))
        try await Self.replicas(1) { server, _, store in
            for width in 10..<13 { _ = try await server.get("/unsafe/\(width)x/a.jpg") }
            try await server.written()
            let written = store.value.log.filter { $0.hasPrefix("PUT") }
            #expect(written.count == 3)
            #expect(written.allSatisfy { $0.hasPrefix("PUT results/site/\(tag.prefix(2))/\(tag)/") })
        }
    }

    @Test(arguments: [(503, "SlowDown"), (403, "AccessDenied")])
    func `a failing store counts as a miss, and is soon no longer used`(status: Int, code: String) async throws {
        let store = try await ObjectStore()
        let seconds = Shared(0)
        let results = try Self.results(store, now: seconds)
        store.state.change { $0.failure = (status, code) }
        func request(times: Int) async throws -> Int {
            let before = store.state.value.log.count
            for number in 0..<times {
                #expect(try await results.read(Self.key("\(number)"), source: "a", format: .jpeg) == nil)
            }
            return store.state.value.log.count - before
        }
        #expect(try await request(times: 8) == SharedResults.failureLimit)
        #expect(!results.isReachable)
        seconds.change { $0 = 9 }
        #expect(try await request(times: 3) == 0)
        // One request is sent after the pause. Since it fails, there is another pause.
        seconds.change { $0 = 10 }
        #expect(try await request(times: 3) == 1)
        store.state.change { $0.failure = nil }
        seconds.change { $0 = 20 }
        #expect(try await request(times: 3) == 3)
        #expect(results.isReachable)
        await store.server.stop()
    }

    @Test func `an object that is not the expected picture counts as a miss`() async throws {
        let store = try await ObjectStore()
        let results = try Self.results(store)
        let name = "results/\(results.address(of: Self.key(), source: "a").key)"
        // A picture without its SHA-256 may be truncated.
        for bytes in [Array("something else".utf8), [], try Self.png(), try TestPicture.jpeg()] {
            store.state.change { $0.objects[name] = bytes }
            #expect(try await results.read(Self.key(), source: "a", format: .jpeg) == nil)
        }
        await store.server.stop()
    }

    @Test func `waiting writes are limited, and finish before shutdown`() async throws {
        let gate = TestGate()
        let written = Shared(0)
        let server = try await TestHTTPServer { _ in
            await gate.pass()
            written.change { $0 += 1 }
            return TestHTTPReply()
        }
        let store = ObjectStore(server)
        let results = try Self.results(store)
        for number in 0..<100 { results.write([1], Self.key("\(number)"), source: nil, type: "image/jpeg") }
        #expect(results.waitingCount <= 64)
        await gate.open()
        await results.end()
        #expect(results.waitingCount == 0)
        // In addition to the 64 writes that can wait, up to four are already in progress.
        #expect((64...68).contains(written.value), "\(written.value)")
        results.write([1], Self.key(), source: nil, type: "image/jpeg")
        #expect(results.waitingCount == 0)
        await server.stop()
    }

    @Test func `a half-open breaker lets one request through`() async throws {
        struct Failure: Error {}
        let store = try await ObjectStore()
        let seconds = Shared(0)
        let results = try Self.results(store, now: seconds)
        let address = results.address(of: Self.key(), source: "a")
        /// Sends a request that returns or throws as `work` does. Returns false if the breaker let no request through.
        func send(_ work: () async throws -> Void = {}) async -> Bool {
            var isSent = false
            _ = try? await results.exchange("read", .sharedReads, address) {
                isSent = true
                try await work()
            }
            return isSent
        }
        for _ in 0..<SharedResults.failureLimit {
            #expect(await send { throw Failure() })
        }
        #expect(await !send())
        seconds.change { $0 = 10 }
        // The trial request is canceled, so another request can try.
        let isTried = await send {
            #expect(await !send())
            throw CancellationError()
        }
        #expect(isTried)
        #expect(await send { throw Failure() })
        #expect(await !send())
        seconds.change { $0 = 20 }
        #expect(await send())
        for _ in 0..<2 { #expect(await send()) }
        #expect(results.isReachable)
        await store.server.stop()
    }
}

extension RunningServer {
    /// Returns after all waiting results have been written.
    fileprivate func written() async throws { await results?.end() }
}
