import Foundation
import PostcardTestSupport
import Synchronization
import Testing

@testable import PostcardSources

struct HTTPClientTests {
    private let agent = UserAgent(version: "2.0", contact: "mailto:someone@example.org")

    /// Sends a request to a server that always returns the same response.
    private func ask<Value>(
        _ path: String = "/", headers: [(name: String, value: String)] = [], maximumBodyBytes: Int = 1 << 20,
        timeout: Duration = .seconds(120), idleTimeout: Duration = .seconds(120),
        server handler: @escaping TestHTTPServer.Handler,
        read: (HTTPClient.Response, TestHTTPServer) async throws -> Value
    ) async throws -> Value {
        let server = try await TestHTTPServer(handler: handler)
        let client = HTTPClient(userAgent: agent, idleTimeout: idleTimeout)
        let request = HTTPClient.Request(
            url: server.address + path, headers: headers, maximumBodyBytes: maximumBodyBytes,
            timeout: timeout)
        do {
            let value = try await read(try await client.send(request), server)
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Returns the error code of a request.
    private func failure(
        maximumBodyBytes: Int = 1 << 20, timeout: Duration = .seconds(120), idleTimeout: Duration = .seconds(120),
        server handler: @escaping TestHTTPServer.Handler
    ) async -> HTTPClientError.Code? {
        let error = await #expect(throws: HTTPClientError.self) {
            try await ask(
                maximumBodyBytes: maximumBodyBytes, timeout: timeout, idleTimeout: idleTimeout, server: handler
            ) { response, _ in _ = try await response.body.collect() }
        }
        return error?.code
    }

    @Test func `the status, headers and body arrive`() async throws {
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let handler: TestHTTPServer.Handler = { _ in
            TestHTTPReply(status: 418, headers: [("X-One", "1"), ("x-one", "2"), ("Content-Type", "tea")], body: body)
        }
        try await ask(server: handler) { response, server in
            expectEqual(response.status, 418)
            expectEqual(response.header("X-ONE"), "1, 2")
            expectEqual(response.header("content-type"), "tea")
            #expect(response.header("absent") == nil)
            #expect(response.url.absoluteString == server.address + "/")
            let received = try await response.body.collect()
            #expect(received == body)
        }
    }

    @Test func `a request contains the path, query and headers`() async throws {
        let handler: TestHTTPServer.Handler = { request in
            .text(
                "\(request.method) \(request.path) \(request.query["a"] ?? "") \(request.headers["x-key"] ?? "") "
                    + "\(request.headers["user-agent"] ?? "")")
        }
        try await ask("/p%20q?a=1%262", headers: [("X-Key", "k")], server: handler) { response, _ in
            let text = String(decoding: try await response.body.collect(), as: UTF8.self)
            #expect(text == "GET /p%20q 1&2 k Postcard/2.0 (+mailto:someone@example.org)")
        }
    }

    @Test func `five redirects are followed, and the last URL is returned`() async throws {
        let handler: TestHTTPServer.Handler = { request in
            let step = Int(request.path.dropFirst()) ?? 0
            return step < 5 ? .redirect(to: "/\(step + 1)") : .text("there")
        }
        try await ask("/0", server: handler) { response, server in
            #expect(response.status == 200)
            #expect(response.url.absoluteString == server.address + "/5")
        }
    }

    @Test(arguments: [
        ("/caf\u{E9}/é 1.jpg", "/caf%C3%A9/%C3%A9%201.jpg"), ("/caf%C3%A9", "/caf%C3%A9"), (" /a ", "/a"),
    ])
    func `non-ASCII bytes in the target of a redirect are percent-encoded`(location: String, path: String)
        async throws
    {
        let handler: TestHTTPServer.Handler = { $0.path == "/" ? .redirect(to: location) : .text($0.path) }
        try await ask(server: handler) { response, _ in
            let text = String(decoding: try await response.body.collect(), as: UTF8.self)
            #expect(text == path)
        }
    }

    @Test(arguments: ["Authorization", "Cookie", "X-API-Key"])
    func `a secret is sent again to the same server, but not to another one`(name: String) async throws {
        let echo: @Sendable (TestHTTPRequest) -> TestHTTPReply = { .text($0.headers[name.lowercased()] ?? "") }
        let other = try await TestHTTPServer(handler: echo)
        for (target, expected) in [("/there", "secret"), (other.address + "/", "")] {
            try await ask(
                headers: [(name, "secret")],
                server: { $0.path == "/" ? .redirect(to: target) : echo($0) }
            ) { response, _ in
                let text = String(decoding: try await response.body.collect(), as: UTF8.self)
                #expect(text == expected)
            }
        }
        await other.stop()
    }

    @Test func `a sixth redirect causes an error`() async {
        let code = await failure { request in .redirect(to: "/\((Int(request.path.dropFirst()) ?? 0) + 1)") }
        #expect(code == .tooManyRedirects)
    }

    @Test func `a redirect to itself causes an error`() async {
        #expect(await failure { _ in .redirect(to: "/") } == .tooManyRedirects)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "unix:///tmp/socket"])
    func `a redirect to another scheme is not followed`(location: String) async throws {
        try await ask(server: { _ in .redirect(to: location) }) { response, _ in
            #expect(response.status == 302)
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http:///nohost", "nothing", "http+unix://%2Ftmp/"])
    func `other schemes are rejected`(address: String) async throws {
        let client = HTTPClient(userAgent: agent)
        let request = HTTPClient.Request(
            url: address, maximumBodyBytes: 10, timeout: .seconds(1))
        let error = await #expect(throws: HTTPClientError.self) { _ = try await client.send(request) }
        #expect(error?.code == .badAddress)
    }

    @Test(arguments: [false, true])
    func `a body beyond the limit causes an error`(isChunked: Bool) async throws {
        let handler: TestHTTPServer.Handler = { _ in
            TestHTTPReply(body: Array(repeating: 1, count: 1_000), isChunked: isChunked)
        }
        #expect(await failure(maximumBodyBytes: 999, server: handler) == .bodyTooLarge)
        try await ask(maximumBodyBytes: 1_000, server: handler) { response, _ in
            let received = try await response.body.collect()
            #expect(received.count == 1_000)
        }
    }

    @Test(arguments: [false, true])
    func `a truncated body causes an error`(isChunked: Bool) async {
        let code = await failure { _ in
            TestHTTPReply(body: Array(repeating: 1, count: 1_000), ending: .cut(after: 500), isChunked: isChunked)
        }
        #expect(code == .connectionLost)
    }

    @Test(arguments: [0, 500])
    func `a silent server times out`(after count: Int) async {
        let code = await failure(idleTimeout: .milliseconds(50)) { _ in
            TestHTTPReply(body: Array(repeating: 1, count: 1_000), ending: .hang(after: count))
        }
        #expect(code == .timedOut)
    }

    @Test(arguments: [0, 500])
    func `the whole exchange has a deadline`(after count: Int) async {
        let code = await failure(timeout: .milliseconds(50)) { _ in
            TestHTTPReply(body: Array(repeating: 1, count: 1_000), ending: .hang(after: count))
        }
        #expect(code == .timedOut)
    }

    @Test func `a closed connection causes an error`() async {
        #expect(await failure { _ in .raw([]) } == .connectionLost)
    }

    @Test func `a response that is not HTTP causes an error`() async {
        #expect(await failure { _ in .raw(Array("SSH-2.0-OpenSSH_9\r\n\r\n".utf8)) } == .badProtocol)
    }

    @Test func `a closed port causes an error`() async throws {
        // Port 1 is never assigned to a test's server.
        let url = "http://127.0.0.1:1/"
        let error = await #expect(throws: HTTPClientError.self) {
            _ = try await HTTPClient(userAgent: agent).send(
                HTTPClient.Request(url: url, maximumBodyBytes: 10, timeout: .seconds(120)))
        }
        #expect(error?.code == .cannotConnect)
    }

    @Test func `a compressed body is decompressed`() async throws {
        // "postcard " 20 times, compressed by gzip.
        let packed: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0xC8, 0x2F, 0x2E, 0x49,
            0x4E, 0x2C, 0x4A, 0x51, 0x28, 0x18, 0x3A, 0x0C, 0x00, 0x7B, 0xC2, 0x26, 0xB8, 0xB4, 0x00,
            0x00, 0x00,
        ]
        let handler: TestHTTPServer.Handler = { _ in
            TestHTTPReply(headers: [("Content-Encoding", "gzip")], body: packed)
        }
        try await ask(server: handler) { response, _ in
            let text = String(decoding: try await response.body.collect(), as: UTF8.self)
            #expect(text == String(repeating: "postcard ", count: 20))
        }
    }

    @Test func `a body outlives its client`() async throws {
        let server = try await TestHTTPServer { _ in TestHTTPReply(body: Array(repeating: 1, count: 1 << 20)) }
        let url = server.address
        var client: HTTPClient? = HTTPClient(userAgent: agent)
        let response = try await client?.send(
            HTTPClient.Request(url: url, maximumBodyBytes: 8 << 20, timeout: .seconds(120)))
        client = nil
        let received = try await response?.body.collect()
        #expect(received?.count == 1 << 20)
        await server.stop()
    }

    @Test func `a canceled task throws CancellationError`() async throws {
        let gate = TestGate()
        let server = try await TestHTTPServer { _ in
            await gate.pass()
            return .text("late")
        }
        let client = HTTPClient(userAgent: agent)
        let url = server.address
        let request = HTTPClient.Request(url: url, maximumBodyBytes: 10, timeout: .seconds(20))
        let task = Task { try await client.send(request).status }
        await gate.waitUntilReached()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await gate.open()
        await server.stop()
    }

    @Test func `the description of a request shows neither query nor headers`() {
        let request = HTTPClient.Request(
            url: "https://user:secret@example.org:8080/a/b?key=secret#secret",
            headers: [("Authorization", "secret")], maximumBodyBytes: 1, timeout: .seconds(1))
        var shown = "\(request) \(String(reflecting: request))"
        dump(request, to: &shown)
        #expect(request.description == "GET https://example.org:8080/a/b")
        #expect(!shown.contains("secret"))
    }

    @Test func `the user agent can't break out of its header`() {
        let agent = UserAgent(version: "1\r\nX: y", contact: "a) b(")
        #expect(agent.description == "Postcard/1X:y (+ab)")
    }
}
