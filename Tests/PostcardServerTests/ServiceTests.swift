import Foundation
import NIOHTTP1
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct ServiceTests {
    private struct Problem: Decodable {
        let title: String
        let status: Int
        let detail: String
        let instance: String
    }

    @Test(arguments: ["/healthz", "/health", "/healthcheck", "/readyz", "/metrics"])
    func `the service reports its health`(target: String) async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let reply = try await server.get(target)
            expectEqual(reply.status, 200)
            expectEqual(reply["Content-Type"]?.hasPrefix("text/plain"), true)
            expectEqual(reply["X-Content-Type-Options"], "nosniff")
            expectEqual(reply["Content-Security-Policy"], "default-src 'none'; sandbox")
        }
    }

    @Test func `metrics count requests by route and status`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            _ = try await server.get("/unsafe/10x10/none.jpg")
            let text = try await server.get("/metrics").text
            #expect(text.contains("postcard_http_requests_total{route=\"thumbor\",status=\"404\"} 1\n"))
            #expect(text.contains("postcard_http_request_duration_seconds_bucket{route=\"thumbor\",le=\"+Inf\"} 1\n"))
            #expect(text.contains("postcard_http_requests_in_flight 1\n"))
        }
    }

    @Test func `an error response is a problem object with the request's id`() async throws {
        let folder = try TemporaryFolder()
        try await RunningServer.with(folder) { server in
            let reply = try await server.get("/unsafe/10x10/none.jpg", ["X-Request-ID": "abc-1"])
            expectEqual(reply["Content-Type"], "application/problem+json")
            expectEqual(reply["X-Request-ID"], "abc-1")
            expectEqual(reply["Cache-Control"], "no-store")
            let problem = try JSONDecoder().decode(Problem.self, from: Data(reply.body))
            expectEqual(problem.status, 404)
            expectEqual(problem.title, "Not Found")
            expectEqual(problem.instance, "urn:request:abc-1")
            #expect(!reply.text.contains(folder.url.path))
        }
    }

    @Test(arguments: ["a b", "<script>", String(repeating: "x", count: 65), "é"])
    func `an unusual request id is replaced`(id: String) async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let reply = try await server.get("/healthz", ["X-Request-ID": id])
            #expect(reply["X-Request-ID"] != id)
            #expect(reply["X-Request-ID"]?.isEmpty == false)
        }
    }

    @Test func `HEAD returns the headers and no body`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try await RunningServer.with(folder) { server in
            let whole = try await server.get("/unsafe/32x/a.jpg")
            let head = try await server.get("/unsafe/32x/a.jpg", method: .HEAD)
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head["Content-Length"] == "\(whole.body.count)")
            #expect(head["ETag"] == whole["ETag"])
        }
    }

    @Test(arguments: [HTTPMethod.POST, .PUT, .DELETE, .PATCH, .OPTIONS])
    func `other methods are not allowed`(method: HTTPMethod) async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let reply = try await server.get("/unsafe/1x1/a.jpg", method: method)
            #expect(reply.status == 405)
            #expect(reply["Allow"] == "GET, HEAD")
        }
    }

    @Test func `a long URL is rejected`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let reply = try await server.get("/unsafe/" + String(repeating: "a", count: 9_000))
            #expect(reply.status == 414)
        }
    }

    @Test(arguments: ["/favicon.ico", "/nothing/here.jpg", "/unsafe", "//", "/healthz/"])
    func `other paths are not found`(target: String) async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let reply = try await server.get(target)
            #expect(reply.status == 404)
        }
    }

    @Test func `a GET with a body is rejected, and its connection is closed`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let text = try await RawConnection.exchange(
                port: try await server.port,
                sending: "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 413 "))
        }
    }

    /// RFC 9112, section 3.2.2: the host of an absolute URL is used, whatever `Host` contains.
    @Test(arguments: [
        ("http://localhost/metrics", "evil.example", 200), ("HTTP://localhost", "localhost", 200),
        ("http://evil.example/metrics", "localhost", 421), ("https://evil.example:80?x", "localhost", 421),
    ])
    func `the host in an absolute request URL is used`(target: String, host: String, status: Int) async throws {
        try await RunningServer.with(try TemporaryFolder(), { $0.allowedNames = [] }) { server in
            let text = try await RawConnection.exchange(
                port: try await server.port,
                sending: "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text.prefix(80))")
        }
    }

    @Test func `a form with malformed chunks causes a bad request error`() async throws {
        try await LibraryLab.run { lab in
            let text = try await RawConnection.exchange(
                port: try await lab.server.port,
                sending: "POST /library/entries HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(LibraryLab.token)\r\n"
                    + "Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
            #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text.prefix(80))")
        }
    }

    @Test func `a large header is rejected`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let field = "X-Large: \(String(repeating: "a", count: 100_000))\r\n"
            let text = try await RawConnection.exchange(
                port: try await server.port, sending: "GET /healthz HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
            #expect(!text.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `nonsensical settings prevent the start`() async throws {
        let folder = try TemporaryFolder()
        await #expect(throws: StartupError.self) {
            try await RunningServer.with(folder, { $0.allowsUnsigned = false }) { _ in }
        }
        await #expect(throws: StartupError.self) {
            try await RunningServer.with(folder, { $0.images = [folder.path("missing")] }) { _ in }
        }
    }
}
