import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct CachedResponseTests {
    private static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, on clock: ManualClock = ManualClock(),
        do test: (RunningServer, TemporaryFolder) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "pictures/a.jpg")
        try await RunningServer.with(
            folder,
            {
                $0.images = [folder.path("first"), folder.path("pictures")]
                $0.cache = folder.path("cache")
                try? FileManager.default.createDirectory(
                    atPath: folder.path("first"), withIntermediateDirectories: true)
                change(&$0)
            }, overSocket: true, prepare: { $0.now = { clock.now } }
        ) { try await test($0, folder) }
    }

    private static let target = "/unsafe/32x/a.jpg"

    /// Sends a request twice so its response is in memory, and removes the cache's files. The next response must come from
    /// memory.
    private static func prepare(_ server: RunningServer, _ folder: TemporaryFolder) async throws -> RunningServer.Reply
    {
        _ = try await server.get(target)
        let reply = try await server.get(target)
        for part in try FileManager.default.contentsOfDirectory(atPath: folder.path("cache")) {
            try FileManager.default.removeItem(atPath: folder.path("cache/\(part)"))
        }
        return reply
    }

    private static func misses(_ server: RunningServer) async throws -> String {
        try await server.get("/metrics").text.split(separator: "\n")
            .first { $0.hasPrefix("postcard_cache_misses_total ") }.map { String($0) } ?? ""
    }

    @Test func `a cached response is the same as the first response`() async throws {
        try await Self.run { server, folder in
            let first = try await server.get(Self.target)
            let ready = try await Self.prepare(server, folder)
            let again = try await server.get(Self.target)
            for reply in [ready, again] {
                #expect(reply.body == first.body)
                #expect(Set(reply.headers.map(\.name)) == Set(first.headers.map(\.name)))
                for name in ["ETag", "Cache-Control", "Vary", "Content-Type", "Content-Length", "Server"] {
                    #expect(reply[name] == first[name])
                }
            }
            #expect(try await Self.misses(server) == "postcard_cache_misses_total 1")
        }
    }

    @Test func `HEAD and conditional requests get no body`() async throws {
        try await Self.run { server, folder in
            let ready = try await Self.prepare(server, folder)
            let head = try await server.get(Self.target, method: .HEAD)
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head["Content-Length"] == "\(ready.body.count)")
            let known = try await server.get(Self.target, ["If-None-Match": try #require(ready["ETag"])])
            #expect(known.status == 304)
            #expect(known["Content-Type"] == nil)
            #expect(known["ETag"] == ready["ETag"])
            #expect(try await Self.misses(server) == "postcard_cache_misses_total 1")
        }
    }

    @Test func `changed, removed and shadowed sources are detected`() async throws {
        let clock = ManualClock()
        try await Self.run(on: clock) { server, folder in
            let ready = try await Self.prepare(server, folder)
            try folder.write(try TestPicture.jpeg(60, 40), as: "pictures/a.jpg")
            // The sources of a response in memory are checked once a second.
            try await expectEqual(server.get(Self.target)["ETag"], ready["ETag"])
            clock.advance(by: .seconds(1))
            let changed = try await server.get(Self.target)
            #expect(changed["ETag"] != ready["ETag"])
            try folder.write(try TestPicture.jpeg(90, 40), as: "first/a.jpg")
            let overshadowed = try await server.get(Self.target)
            #expect(overshadowed["ETag"] != changed["ETag"])
            try FileManager.default.removeItem(atPath: folder.path("first/a.jpg"))
            try FileManager.default.removeItem(atPath: folder.path("pictures/a.jpg"))
            #expect(try await server.get(Self.target).status == 404)
        }
    }

    @Test func `Accept and the method are part of the key`() async throws {
        try await Self.run { server, folder in
            _ = try await Self.prepare(server, folder)
            try await expectEqual(server.get(Self.target, ["Accept": "image/webp,*/*"])["Content-Type"], "image/webp")
            try await expectEqual(server.get(Self.target)["Content-Type"], "image/jpeg")
            try await expectEqual(server.get(Self.target, method: .DELETE).status, 405)
        }
    }

    @Test func `responses are sent in the order of the requests`() async throws {
        try await Self.run { server, folder in
            _ = try await Self.prepare(server, folder)
            let text = try await RawConnection.exchange(
                port: try await server.port,
                sending: [Self.target, "/unsafe/33x/a.jpg", Self.target, "/healthz", Self.target].enumerated().map {
                    "HEAD \($1) HTTP/1.1\r\nHost: x\r\nX-Request-ID: r\($0)\r\n\($0 == 4 ? "Connection: close\r\n" : "")\r\n"
                }.joined())
            let ids = text.split(separator: "\r\n").compactMap { $0.wholeMatch(of: /X-Request-ID: (r\d)/)?.1 }
            #expect(ids == ["r0", "r1", "r2", "r3", "r4"])
        }
    }

    @Test func `a client over its rate limit does not get cached responses either`() async throws {
        try await Self.run({
            $0.rate = 1
            $0.burst = 3
        }) { server, folder in
            _ = try await Self.prepare(server, folder)
            let statuses = try await server.get(Self.target, times: 16).map(\.status)
            #expect(Set(statuses).isSubset(of: [200, 429]))
            #expect(statuses.contains(429))
        }
    }

    @Test func `pages get CORS headers`() async throws {
        try await Self.run({ $0.corsOrigins = ["https://example.org"] }) { server, folder in
            let ready = try await Self.prepare(server, folder)
            #expect(ready["Vary"] == "Accept, Origin")
            let reply = try await server.get(Self.target, ["Origin": "https://example.org"])
            #expect(reply["Access-Control-Allow-Origin"] == "https://example.org")
            #expect(try await Self.misses(server) == "postcard_cache_misses_total 1")
        }
    }

    @Test func `requests are logged`() async throws {
        let lines = Shared<[String]>([])
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try await RunningServer.with(
            folder, { $0.cache = folder.path("cache") },
            logger: Logger(label: "x") { _ in RecordingLogHandler(lines: lines) }
        ) { server in
            for id in ["one", "two"] { _ = try await server.get(Self.target, ["X-Request-ID": id]) }
        }
        let requests = lines.value.filter { $0.contains("route=thumbor") }
        #expect(requests.count == 2)
        #expect(requests.allSatisfy { $0.contains("status=200") && $0.contains("client=127.0.0.1") })
    }

    @Test func `the memory is limited`() throws {
        let cache = ResponseCache()
        func key(_ number: Int) throws -> ResponseCache.Key {
            try #require(ResponseCache.Key(target: "/\(number)", accept: ""))
        }
        func entry(_ count: Int) -> ResponseCache.Entry {
            .init(
                sources: [], fields: [:], entityTag: "", route: "", template: "", signer: nil, isPermitted: { true },
                bytes: ByteBuffer(repeating: 0, count: count), checked: Reloadable(.now))
        }
        cache.store(entry(256 << 10), for: try key(0))
        #expect(cache.entry(for: try key(0)) != nil)
        cache.store(entry((256 << 10) + 1), for: try key(1))
        #expect(cache.entry(for: try key(1)) == nil)
        for number in 2..<200 { cache.store(entry(256 << 10), for: try key(number)) }
        #expect(cache.entry(for: try key(0)) == nil)
        #expect(cache.entry(for: try key(199)) != nil)
        cache.forget(try key(199))
        #expect(cache.entry(for: try key(199)) == nil)
        #expect(ResponseCache.Key(target: String(repeating: "x", count: 2_049), accept: "") == nil)
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
    ])
    func `the date is in the standard format`(seconds: Int, text: String) {
        let date = HTTPDate()
        #expect(date.text(at: seconds) == text)
        #expect(date.text(at: seconds) == text)
    }
}
