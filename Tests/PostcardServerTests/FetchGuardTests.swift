import Foundation
import HTTPTypes
import NIOPosix
import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct FetchGuardTests {
    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1",
        "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
        "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:10::1",
        "2001:20::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "fc00::1", "fd12:3456::1", "fe80::1",
        "fec0::1", "ff02::1", "2a00:1450::5efe:7f00:1", "2a00:1450::200:5efe:7f00:1",
    ])
    func `an address that is not public is recognized`(text: String) async throws {
        let addresses = try await SystemHostResolver(threads: .singleton).addresses(of: text)
        #expect(addresses.count == 1)
        #expect(addresses.allSatisfy { !$0.isPublic })
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1",
        "2606:4700:4700::1111", "2a00:1450:4001::200e", "64:ff9b::808:808",
    ])
    func `a public address is recognized`(text: String) async throws {
        let addresses = try await SystemHostResolver(threads: .singleton).addresses(of: text)
        #expect(addresses.count == 1)
        #expect(addresses.allSatisfy { $0.isPublic })
    }

    @Test(arguments: ["127.1", "0x7f000001", "2130706433", "0177.0.0.1", "localhost"])
    func `unusual spellings of this machine are recognized`(host: String) async throws {
        let addresses = try await SystemHostResolver(threads: .singleton).addresses(of: host)
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { !$0.isPublic })
    }

    @Test(
        arguments: [
            ("example.org", "example.org", nil, true), ("example.org", "www.example.org", nil, false),
            ("*.example.org", "www.example.org", nil, true), ("*.example.org", "example.org", nil, false),
            ("*.example.org", "evilexample.org", nil, false), ("example.org", "example.org", 8080, false),
            ("example.org:8080", "example.org", 8080, true), ("*", "anything.test", nil, true),
            ("*", "a.test", 22, false),
            ("EXAMPLE.org", "example.org", nil, true), ("[::1]:81", "[::1]", 81, true), ("[::1]", "[::1]", nil, true),
        ] as [(String, String, Int?, Bool)])
    func `a host pattern matches its hosts and ports`(pattern: String, host: String, port: Int?, matches: Bool) {
        #expect(HostPattern(pattern).matches(host: host, port: port) == matches)
    }

    @Test(arguments: [
        "ftp://example.org/a.jpg", "file:///etc/passwd", "http://", "http:///a.jpg", "gopher://x/", "example.org/a.jpg",
        "http://user@example.org/", "http://user:secret@example.org/", "http://exa%6dple.org/",
        "http://example.org%00.evil.test/", "http://evil.test\\@example.org/", "http://[::1%25lo]/",
    ])
    func `an unusual URL is rejected`(address: String) {
        #expect(throws: HTTPError.self) { try FetchTarget(address) }
    }

    @Test(arguments: ["http://bücher.example/a.jpg", "HTTP://пример.испытание?ü"])
    func `the host in a URL must be ASCII`(address: String) {
        let error = #expect(throws: HTTPError.self) { try FetchTarget(address) }
        #expect(error?.status == .badRequest)
        #expect(error?.detail.contains("xn--") == true)
    }

    @Test func `other parts of a URL can contain other characters`() throws {
        #expect(
            try FetchTarget("http://xn--bcher-kva.example/ü.jpg").address == "http://xn--bcher-kva.example/%C3%BC.jpg")
    }

    @Test func `hosts are compared in lowercase`() throws {
        #expect(try FetchTarget("HTTP://Example.ORG/A.jpg#x").address == "http://example.org/A.jpg")
    }

    @Test func `every IP address of a host is tried`() async throws {
        let picture = try TestPicture.jpeg()
        let origin = try await TestHTTPServer { _ in TestHTTPReply(body: picture) }
        // Nothing listens at 127.0.0.2 on the origin's port.
        let fetcher = GuardedFetcher(
            policy: .init(
                hosts: [HostPattern("pictures.test:\(origin.port)")], allowsPrivateAddresses: true,
                maximumBytes: 1 << 20,
                timeout: .seconds(3_600)),
            resolver: FixedResolver(addresses: [IPAddress(bytes: [127, 0, 0, 2]), IPAddress(bytes: [127, 0, 0, 1])]),
            userAgent: "test")
        let room = try WeightedSemaphore(total: 1 << 20, of: .pixels, queueLimit: 0, timeout: .seconds(1)).permit()
        let fetched = try await fetcher.picture(
            at: "http://pictures.test:\(origin.port)/a.jpg", known: nil, room: room)
        guard case .picture(let bytes, _) = fetched else { throw CancellationError() }
        #expect(bytes == picture)
        await origin.stop()
    }

    @Test func `no proxy is used, whatever the environment contains`() async {
        await #expect(processExitsWith: .success) {
            let picture = try TestPicture.jpeg()
            let origin = try await TestHTTPServer { _ in TestHTTPReply(body: picture) }
            // Nothing listens there.
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            let fetcher = GuardedFetcher(
                policy: .init(
                    hosts: [HostPattern("pictures.test:\(origin.port)")], allowsPrivateAddresses: true,
                    maximumBytes: 1 << 20, timeout: .seconds(3_600)),
                resolver: FixedResolver(addresses: [IPAddress(bytes: [127, 0, 0, 1])]), userAgent: "test")
            let room = try WeightedSemaphore(total: 1 << 20, of: .pixels, queueLimit: 0, timeout: .seconds(1)).permit()
            _ = try await fetcher.picture(at: "http://pictures.test:\(origin.port)/a.jpg", known: nil, room: room)
        }
    }

    @Test func `a name that resolves differently the second time is fetched from the first IP address only`()
        async throws
    {
        let picture = try TestPicture.jpeg()
        let requests = Shared(0)
        let origin = try await TestHTTPServer { _ in
            requests.change { $0 += 1 }
            return TestHTTPReply(body: picture)
        }
        // Nothing listens at 127.0.0.2. The connection to the first address is still open.
        let resolver = ChangingResolver([IPAddress(bytes: [127, 0, 0, 2]), IPAddress(bytes: [127, 0, 0, 1])])
        let fetcher = GuardedFetcher(
            policy: .init(
                hosts: [HostPattern("pictures.test:\(origin.port)")], allowsPrivateAddresses: true,
                maximumBytes: 1 << 20, timeout: .seconds(3_600)),
            resolver: resolver, userAgent: "test")
        let room = try WeightedSemaphore(total: 1 << 20, of: .pixels, queueLimit: 0, timeout: .seconds(1)).permit()
        let address = "http://pictures.test:\(origin.port)/a.jpg"
        guard case .picture = try await fetcher.picture(at: address, known: nil, room: room) else {
            throw CancellationError()
        }
        let error = await #expect(throws: HTTPError.self) {
            try await fetcher.picture(at: address, known: nil, room: room)
        }
        #expect(error?.status == .badGateway)
        #expect(requests.value == 1)
        await origin.stop()
    }

    @Test func `bytes of a picture are counted as they arrive`() async throws {
        let picture = try TestPicture.jpeg()
        let origin = try await TestHTTPServer { _ in TestHTTPReply(body: picture) }
        let fetcher = GuardedFetcher(
            policy: .init(
                hosts: [HostPattern("*:\(origin.port)")], allowsPrivateAddresses: true, maximumBytes: 1 << 20,
                timeout: .seconds(3_600)),
            resolver: FixedResolver(addresses: [IPAddress(bytes: [127, 0, 0, 1])]), userAgent: "test")
        let admission = WeightedSemaphore(total: picture.count, of: .pixels, queueLimit: 0, timeout: .seconds(1))
        let other = try admission.permit(1)
        await #expect(throws: HTTPError.overloaded(.pixels)) {
            try await fetcher.picture(
                at: "http://a.test:\(origin.port)/a.jpg", known: nil, room: try admission.permit())
        }
        withExtendedLifetime(other) {}
        await origin.stop()
    }
}
