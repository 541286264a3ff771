import HTTPTypes
import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Requests from pages of other sites, and of other ports of this machine. Browsers can add the cookie to these requests.
@Suite struct RequestOriginTests {
    private static let pin = #"{"coordinate": {"latitude": 1, "longitude": 2}}"#

    @Test(arguments: [
        ["Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:9999"], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "same-origin, cross-site"], ["Sec-Fetch-Site": ""],
        ["Sec-Fetch-Site": "same-site", "X-Postcard": "1"], ["Origin": "http://127.0.0.1:9999", "X-Postcard": "1"],
        ["Origin": "http://evil.example", "X-Postcard": "1"], ["Origin": "null", "X-Postcard": "1"],
        ["Origin": "http://127.0.0.1:8080"], [:],
    ])
    func `other pages can't change anything with the cookie, or sign in or out`(fields: [String: String])
        async throws
    {
        let headers = HTTPHeaders(fields.map { ($0.key, $0.value) })
        try await AppLab.run { app in
            let cookie = try await app.cookie()
            #expect(try await app.send(.POST, "/library/pins", cookie: cookie, json: Self.pin, headers).status == 403)
            #expect(try await app.send(.DELETE, "/library/settings", cookie: cookie, headers).status == 403)
            #expect(try app.lab.library.pins().isEmpty)
            #expect(try await app.signIn(#"{"token": "\#(LibraryLab.token)"}"#, headers).status == 403)
            let out = try await app.send(.DELETE, "/session", cookie: cookie, headers)
            #expect(out.status == 403)
            #expect(out["Set-Cookie"] == nil)
        }
    }

    @Test(arguments: [
        ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "cross-site"], ["Origin": "http://127.0.0.1:9999"],
    ])
    func `other pages can't read anything with the cookie`(fields: [String: String]) async throws {
        try await AppLab.run { app in
            let cookie = try await app.cookie()
            let headers = HTTPHeaders(fields.map { ($0.key, $0.value) })
            #expect(try await app.get("/library/pins", cookie: cookie, headers).status == 403)
            #expect(try await app.get("/session", cookie: cookie, headers).object["name"] == nil)
        }
    }

    @Test(arguments: [
        ["Sec-Fetch-Site": "same-origin"], ["Origin": "http://127.0.0.1:8080", "X-Postcard": "1"],
        ["X-Postcard": "1"],
    ])
    func `the app's pages can make changes`(fields: [String: String]) async throws {
        try await AppLab.run { app in
            let cookie = try await app.cookie()
            let headers = HTTPHeaders(fields.map { ($0.key, $0.value) })
            #expect(try await app.send(.POST, "/library/pins", cookie: cookie, json: Self.pin, headers).status == 201)
        }
    }

    @Test func `the cookie is valid for URLs that are typed into the browser`() async throws {
        try await AppLab.run { app in
            let cookie = try await app.cookie()
            #expect(try await app.get("/library/pins", cookie: cookie, ["Sec-Fetch-Site": "none"]).status == 200)
            #expect(try await app.get("/library/pins", cookie: cookie, [:]).status == 200)
        }
    }

    @Test func `a token can be used from any page`() async throws {
        try await AppLab.run { app in
            let headers: HTTPHeaders = ["Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"]
            let reply = try await app.lab.send(.POST, "/library/pins", json: Self.pin, headers)
            #expect(reply.status == 201)
        }
    }

    @Test func `other pages can read a public library`() async throws {
        try await AppLab.run({ $0.allowsAnonymousReading = true }) { app in
            let cookie = try await app.cookie()
            let headers: HTTPHeaders = ["Sec-Fetch-Site": "cross-site"]
            #expect(try await app.get("/library/pins", cookie: cookie, headers).status == 200)
            #expect(try await app.send(.POST, "/library/pins", cookie: cookie, json: Self.pin, headers).status == 403)
        }
    }

    @Test(arguments: ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example"])
    func `an unknown host name is rejected, whatever the credentials`(host: String) async throws {
        try await AppLab.run { app in
            let cookie = try await app.cookie()
            let headers: HTTPHeaders = ["Host": host, "Sec-Fetch-Site": "same-origin"]
            for target in ["/app/", "/session", "/library/pins", "/"] {
                let status = try await app.get(target, cookie: cookie, headers).status
                #expect(status == 421, "\(target)")
            }
            #expect(try await app.signIn(#"{"token": "\#(LibraryLab.token)"}"#, headers).status == 421)
        }
    }

    @Test func `behind a proxy, the service's own origin is publicAddress`() {
        let origin = RequestOrigin(publicAddress: "https://Postcards.example.org/below/")
        func isOwn(_ field: String) -> Bool {
            origin.isOwn(
                HTTPRequest(
                    method: .post, scheme: "http", authority: "postcard:8080", path: "/session",
                    headerFields: [.origin: field, .app: "1"]))
        }
        #expect(isOwn("https://postcards.example.org"))
        #expect(!isOwn("https://postcards.example.org.evil.example"))
        #expect(!isOwn("http://postcards.example.org"))
    }
}
