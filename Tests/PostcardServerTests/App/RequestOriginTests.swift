import HTTPTypes
import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Pages that are not the app's: of other ports of this machine, to which browsers send the cookie as well, and of other sites.
@Suite struct RequestOriginTests {
    private static let pin = #"{"coordinate": {"latitude": 1, "longitude": 2}}"#

    @Test(arguments: [
        ["Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:9999"], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "none"], ["Sec-Fetch-Site": "same-origin, cross-site"], ["Sec-Fetch-Site": ""],
        ["Sec-Fetch-Site": "same-site", "X-Postcard": "1"], ["Origin": "http://127.0.0.1:9999", "X-Postcard": "1"],
        ["Origin": "http://evil.example", "X-Postcard": "1"], ["Origin": "null", "X-Postcard": "1"],
        ["Origin": "http://127.0.0.1:8080"], [:],
    ])
    func `another page changes nothing with the cookie, and cannot sign in or out`(fields: [String: String])
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
    func `another page reads nothing with the cookie`(fields: [String: String]) async throws {
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
    func `the app's own pages change things`(fields: [String: String]) async throws {
        try await AppLab.run { app in
            let cookie = try await app.cookie()
            let headers = HTTPHeaders(fields.map { ($0.key, $0.value) })
            #expect(try await app.send(.POST, "/library/pins", cookie: cookie, json: Self.pin, headers).status == 201)
        }
    }

    @Test func `an address that somebody typed is read with the cookie`() async throws {
        try await AppLab.run { app in
            let cookie = try await app.cookie()
            #expect(try await app.get("/library/pins", cookie: cookie, ["Sec-Fetch-Site": "none"]).status == 200)
            #expect(try await app.get("/library/pins", cookie: cookie, [:]).status == 200)
        }
    }

    @Test func `tokens are for any page that has them`() async throws {
        try await AppLab.run { app in
            let headers: HTTPHeaders = ["Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"]
            let reply = try await app.lab.send(.POST, "/library/pins", json: Self.pin, headers)
            #expect(reply.status == 201)
        }
    }

    @Test func `where everybody may read, another page reads as everybody does`() async throws {
        try await AppLab.run({ $0.allowsAnonymousReading = true }) { app in
            let cookie = try await app.cookie()
            let headers: HTTPHeaders = ["Sec-Fetch-Site": "cross-site"]
            #expect(try await app.get("/library/pins", cookie: cookie, headers).status == 200)
            #expect(try await app.send(.POST, "/library/pins", cookie: cookie, json: Self.pin, headers).status == 403)
        }
    }

    @Test(arguments: ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example"])
    func `a name that is not the service's is refused, whatever comes with it`(host: String) async throws {
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

    @Test func `behind a proxy the public address is the origin`() {
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
