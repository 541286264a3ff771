import Foundation
import PostcardTestSupport
import Synchronization
import Testing

@testable import PostcardSources

@Suite struct HTTPClientConfigurationTests {
    private static func client(authorities: String? = nil) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.authorities = authorities
        configuration.usesProxies = false
        return HTTPClient(configuration)
    }

    private static func request(_ url: String, at address: String? = nil) -> HTTPClient.Request {
        var request = HTTPClient.Request(url: url, timeout: .seconds(120))
        request.address = address
        return request
    }

    private static func text(_ response: HTTPClient.Response) async throws -> String {
        String(decoding: try await response.body.collect(), as: UTF8.self)
    }

    @Test func `the client connects to the IP address, whatever the host name resolves to`() async throws {
        let server = try await TestHTTPServer { .text("\($0.headers["host"] ?? "") \($0.path)") }
        let url = "http://nowhere.invalid:\(server.port)/a/../b"
        let response = try await Self.client().send(Self.request(url, at: "127.0.0.1"))
        #expect(try await Self.text(response) == "nowhere.invalid:\(server.port) /a/../b")
        await server.stop()
    }

    @Test func `a connection is not reused for another IP address of the same host`() async throws {
        let server = try await TestHTTPServer { _ in .text("here") }
        let client = Self.client()
        let url = "http://nowhere.invalid:\(server.port)/"
        for _ in 0..<2 {
            #expect(try await Self.text(try await client.send(Self.request(url, at: "127.0.0.1"))) == "here")
        }
        // No server listens there.
        await #expect(throws: HTTPClientError.self) { try await client.send(Self.request(url, at: "127.0.0.2")) }
        await #expect(throws: HTTPClientError.self) { try await client.send(Self.request(url)) }
        await server.stop()
    }

    @Test func `a redirect is a response`() async throws {
        let server = try await TestHTTPServer { _ in .redirect(to: "/other") }
        let response = try await Self.client().send(Self.request(server.address))
        #expect(response.status == 302)
        await server.stop()
    }

    @Test(arguments: [
        "file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/", "not one",
    ])
    func `only http and https are supported`(url: String) async {
        await #expect(throws: HTTPClientError.self) { try await Self.client().send(Self.request(url)) }
    }

    @Test(arguments: ["http://127.0.0.1/\r\nX: y", "http://127.0.0.1/\0"])
    func `a URL with control characters is rejected`(url: String) async {
        let error = await #expect(throws: HTTPClientError.self) {
            try await Self.client().send(Self.request(url))
        }
        #expect(error?.code == .badAddress)
    }

    @Test func `proxies from the environment apply, unless the host is excluded or the client uses none`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try await TestHTTPServer { .text("proxy: \($0.path)") }
            let origin = try await TestHTTPServer { .text("origin: \($0.path)") }
            setenv("http_proxy", proxy.address, 1)
            let client = HTTPClient(HTTPClient.Configuration())
            func text(_ client: HTTPClient) async throws -> String {
                try await HTTPClientConfigurationTests.text(
                    try await client.send(HTTPClientConfigurationTests.request(origin.address + "/a")))
            }
            #expect(try await text(client) == "proxy: \(origin.address)/a")
            #expect(try await text(HTTPClientConfigurationTests.client()) == "origin: /a")
            setenv("no_proxy", "127.0.0.1", 1)
            #expect(try await text(client) == "origin: /a")
        }
    }

    @Test(arguments: [0, 1, 3 << 20])
    func `a body is sent completely`(count: Int) async throws {
        let server = try await TestHTTPServer { request in
            .text(
                "\(request.method) \(request.body.count) \(request.body.last ?? 0) \(request.headers["expect"] ?? "")")
        }
        var request = Self.request(server.address)
        request.method = "PUT"
        request.body = [UInt8](repeating: 7, count: count)
        let response = try await Self.client().send(request)
        #expect(try await Self.text(response) == "PUT \(count) \(count == 0 ? 0 : 7) ")
        await server.stop()
    }

    @Test func `an unread body waits in the connection, and is complete when it is read`() async throws {
        let body = (0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 >> 8) }
        let server = try await TestHTTPServer { _ in TestHTTPReply(body: body) }
        let client = Self.client()
        let waiting = try await client.send(Self.request(server.address))
        // Other requests continue in the meantime.
        #expect(try await client.send(Self.request(server.address)).body.collect() == body)
        #expect(try await waiting.body.collect() == body)
        await server.stop()
    }

    @Test func `a canceled exchange ends at once`() async throws {
        let server = try await TestHTTPServer { _ in
            TestHTTPReply(body: [UInt8](repeating: 1, count: 1_000), ending: .hang(after: 500))
        }
        let response = try await Self.client().send(Self.request(server.address))
        let (pieces, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
            for try await piece in response.body { continuation.yield(piece.count) }
        }
        var count = 0
        for await piece in pieces {
            count += piece
            if count == 500 { break }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.stop()
    }
}

/// The data that libcurl's thread delivers.
@Suite struct CurlExchangeTests {
    private static func exchange() -> CurlExchange {
        CurlExchange(HTTPClient.Request(url: "http://127.0.0.1/", timeout: .seconds(60)))
    }

    private static func receive(_ bytes: [UInt8], _ exchange: CurlExchange) -> Bool {
        bytes.withUnsafeBytes { exchange.receive(body: $0) }
    }

    @discardableResult
    private static func receive(_ line: String, _ exchange: CurlExchange) -> Bool {
        Array(line.utf8).withUnsafeBytes { exchange.receive(line: $0) }
    }

    @Test func `the last head is used, with its folded lines`() async throws {
        let exchange = Self.exchange()
        let lines = [
            "HTTP/1.1 100 Continue", "X: no", "", "HTTP/1.1 200 OK", "A:b", "a:  c \t", "Long: x", "\ty", "Empty:", "",
            "Trailer: no", "",
        ]
        for line in lines { Self.receive("\(line)\r\n", exchange) }
        let head = try await exchange.head()
        #expect(head.status == 200)
        #expect(head.fields.map { "\($0.name)=\($0.value)" } == ["A=b", "a=c", "Long=x y", "Empty="])
    }

    @Test func `an endless head is rejected`() {
        let exchange = Self.exchange()
        let field = "X: \(String(repeating: "y", count: 1_000))\r\n"
        #expect(Self.receive("HTTP/1.1 200 OK\r\n", exchange) && Self.receive(field, exchange))
        #expect((0..<300).contains { _ in !Self.receive(field, exchange) })
    }

    @Test func `the buffer holds a quarter of a MiB until it is read`() async throws {
        let exchange = Self.exchange()
        let full = [UInt8](repeating: 1, count: 256 << 10)
        #expect(Self.receive(full, exchange))
        #expect(!exchange.shouldResume())
        #expect(!Self.receive([2], exchange))
        #expect(!exchange.shouldResume())
        #expect(try await exchange.next() == full)
        #expect(exchange.shouldResume())
        #expect(!exchange.shouldResume())
        #expect(Self.receive([2], exchange))
        for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] { Self.receive(line, exchange) }
        exchange.finish(nil)
        #expect(try await exchange.next() == [2])
        #expect(try await exchange.next() == [])
    }

    @Test func `bytes before an error are delivered first, but not to a canceled task`() async throws {
        for error in [HTTPClientError(.connectionLost, ""), CancellationError()] as [any Error] {
            let exchange = Self.exchange()
            for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] { Self.receive(line, exchange) }
            #expect(Self.receive([1, 2], exchange))
            exchange.finish(error)
            if !(error is CancellationError) { #expect(try await exchange.next() == [1, 2]) }
            await #expect(throws: (any Error).self) { try await exchange.next() }
        }
    }

    @Test func `only the first end has an effect, and an end without a head causes an error`() async {
        func code(_ wait: () async throws -> some Any) async -> HTTPClientError.Code? {
            await #expect(throws: HTTPClientError.self) { _ = try await wait() }?.code
        }
        let cut = Self.exchange()
        cut.finish(nil)
        #expect(await code { try await cut.head() } == .connectionLost)
        let late = Self.exchange()
        late.finish(HTTPClientError(.timedOut, ""))
        late.finish(CancellationError())
        #expect(await code { try await late.head() } == .timedOut)
        #expect(await code { try await late.next() } == .timedOut)
    }
}
