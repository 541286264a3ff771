import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite(.timeLimit(.minutes(2))) struct OverloadTests {
    /// Runs a service with memory for one fetched picture, and a picture server that waits at a gate before it sends `a.jpg`.
    private static func run(
        queueLength: Int = 0,
        _ test: (_ server: RunningServer, _ origin: TestHTTPServer, _ gate: TestGate) async throws -> Void
    ) async throws {
        let gate = TestGate()
        let picture = try TestPicture.jpeg()
        let origin = try await TestHTTPServer { request in
            if request.path == "/a.jpg" { await gate.pass() }
            return TestHTTPReply(body: picture)
        }
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.allowedHosts = ["127.0.0.1:\(origin.port)"]
                $0.allowsPrivateAddresses = true
                $0.limits.fetches = 1
                $0.limits.queueLength = queueLength
                $0.limits.fetchSeconds = 600
            }
        ) { try await test($0, origin, gate) }
        await origin.stop()
    }

    @Test func `a full service reports when to retry`() async throws {
        try await Self.run { server, origin, gate in
            async let first = server.get("/unsafe/10x/\(origin.address)/a.jpg")
            await gate.waitUntilReached()
            let second = try await server.get("/unsafe/10x/\(origin.address)/b.jpg")
            expectEqual(second.status, 503)
            expectEqual(second["Retry-After"], "1")
            try await expectEqual(server.get("/healthz").status, 200)
            await gate.open()
            #expect(try await first.status == 200)
        }
    }

    @Test func `work stops when its client disconnects`() async throws {
        try await Self.run(queueLength: 1) { server, origin, gate in
            try await RawConnection.leave(
                port: try await server.port,
                after: "GET /unsafe/10x/\(origin.address)/a.jpg HTTP/1.1\r\nHost: a\r\n\r\n"
            ) {
                await gate.waitUntilReached()
                let busy = try? await server.get("/metrics").text
                #expect(busy?.contains("postcard_fetches_in_flight 0\n") == false)
            }
            // The gate is closed. This request waits until the first one has returned its permit.
            let next = try await server.get("/unsafe/10x/\(origin.address)/b.jpg")
            #expect(next.status == 200)
            #expect(try await server.get("/metrics").text.contains("postcard_fetches_in_flight 0\n"))
            await gate.open()
        }
    }

    @Test func `pictures of one result share a limit`() async throws {
        let folder = try TemporaryFolder()
        let picture = try TestPicture.jpeg()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.write(picture, as: name) }
        try await RunningServer.with(folder, { $0.maximumSourceBytes = picture.count + 10 }) { server in
            let mark = "watermark(b.jpg,0,0,0)"
            let one = try await server.get("/unsafe/32x/filters:\(mark)/a.jpg")
            #expect(one.status == 200)
            let two = try await server.get("/unsafe/32x/filters:\(mark):watermark(c.jpg,0,0,0)/a.jpg")
            #expect(two.status == 413)
        }
    }
}
