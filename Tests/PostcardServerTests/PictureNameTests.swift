import PostcardCrypto
import PostcardCore
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Picture names that are not spelled like files: with leading slashes, without the scheme of their URL, or without the base URL.
@Suite struct PictureNameTests {
    /// The URLs of a picture in each scheme.
    private static func urls(of name: String) -> [String] {
        [
            "/unsafe/16x/\(name)", "/insecure/w:16/plain/\(name)", "/_/w:16/\(Base64.urlSafe.encode(Array(name.utf8)))",
            "/p/thumbor/\(name)", "/p/imgproxy/\(name)", "/info/insecure/plain/\(name)",
            "/unsafe/meta/16x/\(name)", "/images/custom/A.jpg?width=64&background=\(name)",
            "/sheet.jpg?picture=\(name)&tile=20",
        ]
    }

    private static let key = "0123456789abcdef"

    private static func signature(of text: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: Array(key.utf8)))
        return Base64.urlSafe.encode(Array(code))
    }

    /// Runs a service with a folder, and an origin with `/photos/b.jpg`.
    private static func run(
        _ change: @escaping (inout ServerConfiguration, _ origin: String) -> Void,
        _ test: (RunningServer, _ origin: String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let picture = try TestPicture.jpeg()
        try folder.write(picture, as: "paris/a.jpg")
        let origin = try await TestHTTPServer { request in
            request.path == "/photos/b.jpg" ? TestHTTPReply(body: picture) : TestHTTPReply(status: 404)
        }
        let host = "127.0.0.1:\(origin.port)"
        try folder.write(Image(size: .square(9), fill: .white).encoded(as: .png), as: "\(host)/photos/c.png")
        try await RunningServer.with(
            folder,
            {
                $0.allowsPrivateAddresses = true
                $0.presets = ["thumbor=16x0", "imgproxy=w:16"]
                change(&$0, host)
            }
        ) { try await test($0, host) }
        await origin.stop()
    }

    @Test func `a name that starts with a listed host is fetched from that host, in every scheme`() async throws {
        try await Self.run {
            $0.allowedHosts = ["example.org", "http://\($1)"]
        } _: { server, host async throws in
            for address in Self.urls(of: "\(host)/photos/b.jpg") {
                #expect(try await server.get(address).status == 200, "\(address)")
            }
            let missing = try await server.get("/unsafe/16x/\(host)/photos/none.jpg")
            #expect(missing.status == 404 && missing.text.contains("has no file at this URL"), "\(missing.text)")
            #expect(try await server.get("/unsafe/16x/localhost/photos/b.jpg").text.contains("Picture not found"))
        }
    }

    @Test func `a file takes precedence over a host with the same name`() async throws {
        try await Self.run {
            $0.allowedHosts = ["http://\($1)"]
        } _: { server, host async throws in
            let reply = try await server.get("/unsafe/\(host)/photos/c.png")
            #expect(try TestPicture.header(of: reply.body).size == .square(9))
        }
    }

    @Test func `names that are not files are resolved against the base URL, in every scheme`() async throws {
        try await Self.run {
            $0.allowedHosts = [$1]
            $0.baseURL = "http://\($1)/photos"
        } _: { server, host async throws in
            for address in Self.urls(of: "b.jpg") + Self.urls(of: "http://\(host)/photos/b.jpg") {
                #expect(try await server.get(address).status == 200, "\(address)")
            }
            #expect(try await server.get("/unsafe/16x/paris/a.jpg").status == 200)
        }
    }

    @Test(arguments: [
        ("/unsafe/16x//paris/a.jpg", "/unsafe/16x/paris/a.jpg"), ("/unsafe///paris/a.jpg", "/unsafe/paris/a.jpg"),
        ("/insecure/w:16/plain//paris/a.jpg?v=2", "/insecure/w:16/plain/paris/a.jpg"),
        ("/_/plain///paris/a.jpg@png", "/_/plain/paris/a.jpg@png"),
        ("/p/thumbor//paris/a.jpg", "/p/thumbor/paris/a.jpg"),
    ])
    func `slashes before an unsigned name redirect to the name without them`(address: String, usual: String)
        async throws
    {
        try await Self.run { _, _ in
        } _: { server, _ async throws in
            let reply = try await server.get(address)
            expectEqual(reply.status, 301)
            expectEqual(reply["Location"], usual)
            try await expectEqual(server.get(usual).status, 200)
        }
    }

    @Test(arguments: ["%2Fparis/a.jpg", "%2F%2Fparis/a.jpg"])
    func `encoded slashes are ignored too`(name: String) async throws {
        try await Self.run { _, _ in
        } _: { server, _ async throws in
            #expect(try await server.get("/unsafe/16x/\(name)").status == 200)
            #expect(try await server.get("/insecure/w:16/plain/\(name)").status == 200)
        }
    }

    @Test(arguments: ["16x//paris/a.jpg", "16x/%2Fparis/a.jpg"])
    func `a signed name is used as it is`(rest: String) async throws {
        try await Self.run { settings, _ in
            settings.keys = [Self.key]
        } _: { server, _ async throws in
            let signature = Self.signature(of: rest)
            #expect(try await server.get("/\(signature)/\(rest)").status == 200)
        }
    }

    @Test func `the key must permit the location that a name resolves to`() async throws {
        try await Self.run {
            $0.allowedHosts = ["http://\($1)"]
            $0.keys = ["ann:\(Self.key):http://\($1)/photos/ paris/"]
        } _: { server, host async throws in
            for (name, status) in [("\(host)/photos/b.jpg", 200), ("\(host)/other/b.jpg", 403), ("/paris/a.jpg", 200)] {
                let signature = Self.signature(of: "16x/\(name)")
                #expect(try await server.get("/\(signature)/16x/\(name)").status == status, "\(name)")
            }
        }
    }

    @Test(arguments: [
        ("example.org", "example.org/a.jpg", "https://example.org/a.jpg"),
        ("http://example.org", "Example.org/a b.jpg?v=1", "http://Example.org/a b.jpg?v=1"),
        ("https://example.org:8443", "example.org:8443/a.jpg", "https://example.org:8443/a.jpg"),
        ("example.org", "example.org:443/a.jpg", "https://example.org:443/a.jpg"),
        ("*.example.org", "img.example.org/a.jpg", "https://img.example.org/a.jpg"),
        ("*", "example.org/a.jpg", "https://example.org/a.jpg"), ("photos", "photos/a.jpg", "https://photos/a.jpg"),
        ("[::1]:9000", "[::1]:9000/a.jpg", "https://[::1]:9000/a.jpg"),
    ])
    func `a listed host determines the scheme of the URL`(pattern: String, name: String, address: String) {
        #expect(HostPattern(pattern).url(of: name) == address)
    }

    @Test(arguments: [
        ("example.org", "example.org"), ("example.org", "example.org:80/a.jpg"), ("example.org", "example.orgs/a.jpg"),
        ("example.org:9000", "example.org/a.jpg"), ("*", "paris/a.jpg"), ("*", "tower.jpg"), ("*", ""),
    ])
    func `a name that starts with no listed host is not a URL`(pattern: String, name: String) {
        #expect(HostPattern(pattern).url(of: name) == nil)
    }
}
