import HTTPTypes
import NIOHTTP1
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct ClientRateTests {
    private static let start = ContinuousClock().now

    @Test func `a burst is admitted, then rejected, and refilled over time`() throws {
        let rates = ClientRates(perSecond: 2, burst: 3)
        for _ in 0..<3 { try rates.admit("a", at: Self.start) }
        let httpError = #expect(throws: HTTPError.self) { try rates.admit("a", at: Self.start) }
        #expect(httpError?.status.code == 429)
        #expect(httpError?.retryAfter == 1)
        try rates.admit("b", at: Self.start)
        try rates.admit("a", at: Self.start + .milliseconds(500))
        #expect(throws: HTTPError.self) { try rates.admit("a", at: Self.start + .milliseconds(600)) }
    }

    @Test func `the number of remembered clients is limited`() throws {
        let rates = ClientRates(perSecond: 1, burst: 1, limit: 10)
        for client in 0..<1_000 {
            try rates.admit("\(client)", at: Self.start)
            #expect(rates.count <= 10)
        }
    }

    @Test func `idle clients are forgotten first`() throws {
        let rates = ClientRates(perSecond: 1, burst: 1, limit: 2)
        try rates.admit("quiet", at: Self.start)
        try rates.admit("busy", at: Self.start + .seconds(10))
        try rates.admit("new", at: Self.start + .seconds(10))
        #expect(throws: HTTPError.self) { try rates.admit("busy", at: Self.start + .seconds(10)) }
    }

    @Test func `a client above its rate gets a Retry-After header`() async throws {
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.rate = 1
                $0.burst = 2
            }
        ) { server in
            let replies = try await server.get("/metrics", times: 16)
            for reply in replies where reply.status == 429 {
                #expect(reply["Retry-After"] == "1")
                #expect(reply["Content-Type"] == "application/problem+json")
            }
            let statuses = replies.map(\.status)
            expectEqual(statuses.count { $0 == 200 }, 2)
            expectEqual(statuses.count { $0 == 429 }, 14)
            try await expectEqual(server.get("/healthz").status, 200)
        }
    }

    @Test(arguments: [
        (["203.0.113.7"], "203.0.113.7"), (["1.1.1.1, 203.0.113.7"], "203.0.113.7"),
        (["1.1.1.1", "203.0.113.7, 10.0.0.2"], "203.0.113.7"), (["nonsense"], "10.0.0.1"), ([], "10.0.0.1"),
        (["203.0.113.7, nonsense"], "10.0.0.1"), (["2001:db8::1"], "2001:db8:0:0:0:0:0:1"),
        (["203.0.113.7:4711"], "203.0.113.7"),
        (["[2001:db8::1]:443"], "2001:db8:0:0:0:0:0:1"), (["[2001:db8::1]"], "2001:db8:0:0:0:0:0:1"),
    ])
    func `trusted proxies identify the client`(fields: [String], client: String) throws {
        let address = try ClientAddress(trusting: ["10.0.0.1", "10.0.0.2"])
        #expect(address.client(Self.headers(fields), peer: "10.0.0.1") == client)
        #expect(address.client(Self.headers(fields), peer: "::ffff:10.0.0.1") == client)
    }

    @Test func `other proxies are not trusted`() throws {
        let headers = Self.headers(["203.0.113.7"])
        #expect(try ClientAddress(trusting: ["10.0.0.1"]).client(headers, peer: "10.0.0.9") == "10.0.0.9")
        #expect(try ClientAddress(trusting: []).client(headers, peer: "10.0.0.1") == "10.0.0.1")
        #expect(throws: StartupError.self) { try ClientAddress(trusting: ["proxy.example.org"]) }
    }

    @Test func `a network of IPv6 addresses counts as one client`() {
        #expect(IPAddress.network(of: "2001:db8::1") == IPAddress.network(of: "2001:db8::ffff:2"))
        #expect(IPAddress.network(of: "2001:db8::1") != IPAddress.network(of: "2001:db8:0:1::1"))
        #expect(IPAddress.network(of: "192.0.2.1") == "192.0.2.1")
    }

    private static func headers(_ fields: [String]) -> HTTPFields {
        var headers = HTTPFields()
        for field in fields { headers.append(HTTPField(name: .forwardedFor, value: field)) }
        return headers
    }
}
