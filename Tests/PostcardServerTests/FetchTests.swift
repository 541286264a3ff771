import Foundation
import PostcardImaging
@testable import PostcardServer
import PostcardTestSupport
import Testing

@Suite struct FetchTests {
    /// The requests that the origin received.
    private final class Log: Sendable {
        let targets = Shared<[String]>([])

        func note(_ request: TestHTTPRequest) {
            let query = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
            targets.change { $0.append(query.isEmpty ? request.path : "\(request.path)?\(query)") }
        }
    }

    /// Runs a service that is allowed to fetch from one server on this machine, and requests `path` from that server.
    private static func fetch(
        _ path: String = "/a.jpg", allows: Bool = true, log: Log = Log(), clock: ManualClock = ManualClock(),
        change: @escaping (inout ServerConfiguration) -> Void = { _ in },
        origin: @escaping @Sendable (_ target: String, _ port: Int) -> TestHTTPReply
    ) async throws -> RunningServer.Reply {
        let port = Shared(0)
        let server = try await TestHTTPServer { request in
            log.note(request)
            return origin(request.path, port.value)
        }
        port.change { $0 = server.port }
        var reply: RunningServer.Reply?
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.allowedHosts = ["127.0.0.1:\(server.port)", "localhost:\(server.port)"]
                $0.allowsPrivateAddresses = allows
                change(&$0)
            }, prepare: { $0.clock = clock }
        ) { reply = try await $0.get("/unsafe/32x/http://127.0.0.1:\(server.port)\(path)") }
        await server.stop()
        return try #require(reply)
    }

    private static let picture = try? TestPicture.jpeg()
    private static var good: TestHTTPReply { TestHTTPReply(body: picture ?? []) }

    @Test func `a picture from an allowed host is served`() async throws {
        let reply = try await Self.fetch { _, _ in Self.good }
        #expect(reply.status == 200)
        #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: 32, height: 24))
    }

    @Test func `the query is part of the URL`() async throws {
        let log = Log()
        #expect(try await Self.fetch("/a.jpg?v=2&w=3", log: log) { _, _ in Self.good }.status == 200)
        #expect(log.targets.value.contains("/a.jpg?v=2&w=3"))
    }

    @Test func `this machine is not contacted unless allowed`() async throws {
        let log = Log()
        let reply = try await Self.fetch(allows: false, log: log) { _, _ in Self.good }
        #expect(reply.status == 403)
        #expect(reply.text.contains("--allow-private-addresses"))
        #expect(log.targets.value.isEmpty)
    }

    @Test func `a host that is not on the list is not contacted`() async throws {
        let log = Log()
        let reply = try await Self.fetch(log: log, change: { $0.allowedHosts = ["example.org"] }) { _, _ in Self.good }
        #expect(reply.status == 403)
        #expect(reply.text.contains(#/--allow-host 127\.0\.0\.1:[0-9]+\./#))
        #expect(log.targets.value.isEmpty)
    }

    @Test func `an allowed redirect is followed`() async throws {
        let reply = try await Self.fetch { target, port in
            target == "/b.jpg"
                ? Self.good : TestHTTPReply(status: 302, headers: [("Location", "http://localhost:\(port)/b.jpg")])
        }
        #expect(reply.status == 200)
    }

    @Test(arguments: [
        ("http://169.254.169.254/latest/meta-data", 403), ("http://example.test/a.jpg", 403),
        ("file:///etc/passwd", 400),
        ("ftp://127.0.0.1/a", 400), ("//127.0.0.1:1/a.jpg", 403), ("http://user@127.0.0.1/", 400), ("/a.jpg", 502),
    ])
    func `a redirect to a host that is not allowed is rejected`(location: String, status: Int) async throws {
        let reply = try await Self.fetch { _, _ in TestHTTPReply(status: 302, headers: [("Location", location)]) }
        #expect(reply.status == status)
    }

    @Test func `a body that is too long is rejected, with or without a length`() async throws {
        for isChunked in [true, false] {
            let reply = try await Self.fetch(change: { $0.maximumSourceBytes = 1_000 }) { _, _ in
                TestHTTPReply(body: (Self.picture ?? []) + [UInt8](repeating: 0, count: 5_000), isChunked: isChunked)
            }
            #expect(reply.status == 413)
        }
    }

    @Test func `a file that is not a picture is rejected from its first bytes`() async throws {
        let reply = try await Self.fetch { _, _ in
            TestHTTPReply(
                headers: [("Content-Type", "image/jpeg")],
                body: Array("<html>no picture at all, whatever is said</html>".utf8),
                ending: .hang(after: 40))
        }
        #expect(reply.status == 415)
    }

    @Test func `a request to a server that hangs ends at the time limit`() async throws {
        let clock = ManualClock()
        let isRequested = Shared(false)
        async let reply = Self.fetch(clock: clock) { _, _ in
            isRequested.change { $0 = true }
            return TestHTTPReply(body: Self.picture ?? [], ending: .hang(after: 100))
        }
        _ = try await isRequested.value { $0 }
        try await clock.sleeper(dueIn: .seconds(3_600))
        clock.advance(by: .seconds(3_600))
        #expect(try await reply.status == 504)
    }

    @Test(arguments: [(404, 404), (410, 404), (500, 502), (204, 502), (206, 502)])
    func `the origin's status determines the status of the response`(status: Int, result: Int) async throws {
        #expect(try await Self.fetch { _, _ in TestHTTPReply(status: status) }.status == result)
    }

    @Test(arguments: [true, false])
    func `a picture is fetched once for many sizes`(hasCache: Bool) async throws {
        let log = Log()
        let origin = try await TestHTTPServer { request in
            log.note(request)
            return Self.good
        }
        let folder = try TemporaryFolder()
        try await RunningServer.with(
            folder,
            {
                $0.allowedHosts = ["127.0.0.1:\(origin.port)"]
                $0.allowsPrivateAddresses = true
                if hasCache { $0.cache = folder.path("cache") }
            }
        ) { server in
            for width in 10..<15 {
                let reply = try await server.get("/unsafe/\(width)x/\(origin.address)/a.jpg")
                #expect(reply.status == 200)
            }
        }
        await origin.stop()
        #expect(log.targets.value.count == 1)
    }

    @Test(arguments: [
        ("ETag", "if-none-match", "\"v1\""), ("Last-Modified", "if-modified-since", "Sun, 01 Nov 2026 00:00:00 GMT"),
    ])
    func `a stale picture is fetched again only if it changed`(
        field: String, condition: String, value: String
    ) async throws {
        let statuses = Shared<[Int]>([])
        let origin = try await TestHTTPServer { request in
            let isKnown = request.headers[condition] == value
            statuses.change { $0.append(isKnown ? 304 : 200) }
            return isKnown
                ? TestHTTPReply(status: 304) : TestHTTPReply(headers: [(field, value)], body: Self.picture ?? [])
        }
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.allowedHosts = ["127.0.0.1:\(origin.port)"]
                $0.allowsPrivateAddresses = true
                $0.limits.fetchedSeconds = 0
            }
        ) { server in
            for width in [32, 16, 32] {
                let reply = try await server.get("/unsafe/\(width)x/\(origin.address)/a.jpg")
                #expect(reply.status == 200)
                #expect(try TestPicture.header(of: reply.body).size.width == width)
            }
        }
        await origin.stop()
        #expect(statuses.value.first == 200)
        #expect(statuses.value.count(where: { $0 == 200 }) == 1)
        #expect(statuses.value.count > 2)
    }

    @Test func `only the URL that a picture came from is revalidated`() async throws {
        let revalidations = Shared<[String]>([])
        let origin = try await TestHTTPServer { request in
            if request.headers["if-none-match"] != nil { revalidations.change { $0.append(request.path) } }
            guard request.path == "/b.jpg" else { return TestHTTPReply(status: 302, headers: [("Location", "/b.jpg")]) }
            return TestHTTPReply(headers: [("ETag", "\"v1\"")], body: Self.picture ?? [])
        }
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.allowedHosts = ["127.0.0.1:\(origin.port)"]
                $0.allowsPrivateAddresses = true
                $0.limits.fetchedSeconds = 0
            }
        ) { server in
            // Each request reads the picture once.
            for width in [9, 16] {
                let reply = try await server.get("/unsafe/\(width)x/\(origin.address)/a.jpg")
                #expect(reply.status == 200)
            }
        }
        await origin.stop()
        #expect(Set(revalidations.value) == ["/b.jpg"])
    }

    @Test(arguments: [("no-store", 0...0), ("max-age=60", 1...60), ("public, S-MaxAge=\"40\", max-age=90", 1...40)])
    func `clients can't cache a result longer than its source`(directives: String, ages: ClosedRange<Int>) async throws
    {
        let reply = try await Self.fetch { _, _ in
            TestHTTPReply(headers: [("Cache-Control", directives)], body: Self.picture ?? [])
        }
        #expect(reply.status == 200)
        let age = try #require(reply["Cache-Control"]?.split(separator: "=").last.flatMap { Int($0) })
        #expect(ages.contains(age), "\(age)")
    }

    @Test(arguments: [("no-store", false), ("max-age=60", true)])
    func `pictures that must not be stored are not in the cache folder`(directives: String, isKept: Bool) async throws {
        let folder = try TemporaryFolder()
        let reply = try await Self.fetch(change: { $0.cache = folder.path("cache") }) { _, _ in
            TestHTTPReply(headers: [("Cache-Control", directives)], body: Self.picture ?? [])
        }
        #expect(reply.status == 200)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("cache")).filter {
            $0.contains("-")
        }
        #expect(names.isEmpty != isKept)
    }
}
