import Foundation
import HTTPTypes
import Logging
import NIOHTTP1
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct SessionTests {
    @Test func `a token signs in, and the cookie grants the token's rights`() async throws {
        try await AppLab.run { app in
            let reply = try await app.signIn(#"{"token": "\#(LibraryLab.token)"}"#)
            expectEqual(reply.status, 200)
            expectEqual(reply["Cache-Control"], "no-store")
            try expectEqual(reply.object["scope"] as? String, "write")
            try expectEqual(reply.object["name"] as? String, "ann")
            let field = try #require(reply["Set-Cookie"])
            #expect(field.hasPrefix("postcard-8080="))
            #expect(field.hasSuffix("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"))
            #expect(!field.contains(LibraryLab.token))
            let cookie = String(field.prefix { $0 != ";" })
            #expect(try await app.get("/library/pins", cookie: cookie).status == 200)
            let pin = #"{"coordinate": {"latitude": 1, "longitude": 2}}"#
            #expect(try await app.send(.POST, "/library/pins", cookie: cookie, json: pin).status == 201)
            #expect(try await app.get("/session", cookie: "a=b; \(cookie); c=d").object["name"] as? String == "ann")
        }
    }

    @Test func `a read-only token starts a read-only session`() async throws {
        try await AppLab.run { app in
            let cookie = try await app.cookie(token: LibraryLab.readerToken)
            try await expectEqual(app.get("/session", cookie: cookie).object["scope"] as? String, "read")
            try await expectEqual(app.get("/library/pins", cookie: cookie).status, 200)
            try await expectEqual(app.send(.DELETE, "/library/settings", cookie: cookie).status, 403)
        }
    }

    @Test func `signed-out clients get only the version and isPublic`() async throws {
        try await AppLab.run { app in
            let members = try await app.lab.server.get("/session").object
            #expect(Set(members.keys) == ["version", "isPublic"])
        }
        try await AppLab.run({ $0.allowsAnonymousReading = true }) { app in
            let members = try await app.lab.server.get("/session").object
            #expect(members["scope"] as? String == "read")
            #expect(members["isPublic"] as? Bool == true)
            #expect(members["name"] == nil)
            #expect(members["maximumUploadBytes"] as? Int == 1 << 30)
        }
    }

    @Test(arguments: [
        (#"{"token": "0123456789abcdef0123456789abcdee"}"#, 401), (#"{"token": ""}"#, 401),
        (#"{"ticket": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#, 401), ("{}", 422),
        (#"{"token": "a", "ticket": "b"}"#, 422), (#"{"name": "ann"}"#, 422), ("[]", 422), ("ann", 400),
        (#"{"token": "\#(String(repeating: "a", count: 5_000))"}"#, 413),
    ])
    func `an invalid token does not sign in`(json: String, status: Int) async throws {
        try await AppLab.run { app in
            let reply = try await app.signIn(json)
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply["Set-Cookie"] == nil, "\(reply.text)")
        }
    }

    @Test func `five sign-ins per minute can fail, and successful ones are not limited`() async throws {
        try await AppLab.run { app in
            for _ in 0..<8 { _ = try await app.cookie() }
            for _ in 0..<5 { #expect(try await app.signIn(#"{"token": "wrong"}"#).status == 401) }
            let reply = try await app.signIn(#"{"token": "\#(LibraryLab.token)"}"#)
            #expect(reply.status == 429)
            #expect(reply["Retry-After"].flatMap { Int($0) }.map { (1...12).contains($0) } == true)
        }
    }

    @Test func `signing out removes the cookie and clears the browser's data`() async throws {
        try await AppLab.run { app in
            let cookie = try await app.cookie()
            let reply = try await app.send(.DELETE, "/session", cookie: cookie)
            #expect(reply.status == 204)
            #expect(reply["Clear-Site-Data"] == "\"cache\", \"storage\"")
            let removed = reply.headers["Set-Cookie"]
            #expect(removed.count == 2)
            #expect(removed.allSatisfy { $0.contains("=; Path=/; Max-Age=0;") })
        }
    }

    @Test(arguments: [("same-origin", "private, no-cache"), (nil, "no-store")])
    func `browsers without Clear-Site-Data do not store a session's responses`(
        site: String?, expected: String
    ) async throws {
        try await AppLab.run { app in
            var headers = HTTPHeaders([("Cookie", try await app.cookie())])
            if let site { headers.add(name: "Sec-Fetch-Site", value: site) }
            let reply = try await app.lab.server.get("/library/pins", headers)
            #expect(reply.status == 200)
            #expect(reply["Cache-Control"] == expected)
        }
    }

    private static let token = Result { try APIToken("ann:\(LibraryLab.token)", from: "") }

    @Test func `a cookie is valid for its token until the cookie expires, and only if every bit is correct`() throws {
        let token = try Self.token.get()
        let value = SessionCookie.value(for: token, expires: 1_000, nonce: [1, 2, 3])
        func name(_ value: some StringProtocol, at now: Int = 999, _ known: APIToken? = nil) -> String? {
            SessionCookie(Substring(value), isSecure: false, at: now) { name in
                [known ?? token].first { $0.name == name }
            }?.name
        }
        #expect(name(value) == "ann")
        #expect(name(value, at: 1_000) == nil)
        #expect(name(value, try APIToken("ann:\(LibraryLab.readerToken)", from: "")) == nil)
        #expect(name(value, try APIToken("bob:\(LibraryLab.token)", from: "")) == nil)
        for index in value.indices {
            var changed = value
            changed.replaceSubrange(index...index, with: value[index] == "x" ? "y" : "x")
            #expect(name(changed) == nil, "\(changed)")
            #expect(name(value[..<index]) == nil)
        }
        for text in ["", "...", "....", "1.2.3.ann", value + ".ann", String(repeating: ".", count: 1_000)] {
            #expect(name(text) == nil, "\(text)")
        }
    }

    @Test func `token names can contain dots`() throws {
        let token = try APIToken("ann.of-the.hills:\(LibraryLab.token)", from: "")
        let value = SessionCookie.value(for: token, expires: 10, nonce: [])
        #expect(SessionCookie(value[...], isSecure: true, at: 1) { $0 == token.name ? token : nil }?.name == token.name)
    }

    @Test func `a session older than a day is renewed, with the same cookie name`() async throws {
        try await AppLab.run { app in
            let token = try Self.token.get()
            let now = RunningServer.secondsSince1970
            func renewed(_ name: String, age: Int) async throws -> String? {
                let value = SessionCookie.value(for: token, expires: now + SessionCookie.lifetime - age, nonce: [1])
                return try await app.get("/session", cookie: "\(name)=\(value)")["Set-Cookie"]
            }
            #expect(try await renewed("postcard-8080", age: 3_600) == nil)
            #expect(try await renewed("postcard-8080", age: 90_000)?.hasPrefix("postcard-8080=") == true)
            let secure = try await renewed("__Host-postcard", age: 90_000)
            #expect(secure?.hasPrefix("__Host-postcard=") == true)
            #expect(secure?.hasSuffix("; Secure") == true)
            #expect(try await renewed("postcard-9999", age: 90_000) == nil)
        }
    }

    @Test(arguments: [
        ("https://postcards.example.org", true), ("http://postcards.example.org", false),
    ])
    func `over TLS, the cookie is limited to TLS and this host`(address: String, isSecure: Bool) async throws {
        try await AppLab.run({ $0.publicAddress = address }) { app in
            let cookie = try await app.cookie([
                "Host": "postcards.example.org", "Origin": address, "Sec-Fetch-Site": "same-origin",
            ])
            #expect(cookie.hasPrefix(isSecure ? "__Host-postcard=" : "postcard-80="))
        }
    }

    @Test func `the log contains the name of the session's token, but neither the token nor the cookie`() async throws {
        let lines = Shared<[String]>([])
        try await LibraryLab.run(
            { $0.allowedNames = [] }, logger: Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        ) { lab in
            let app = AppLab(lab: lab)
            let cookie = try await app.cookie()
            _ = try await app.get("/library/pins", cookie: cookie)
            let log = lines.value.joined(separator: "\n")
            #expect(log.contains("token=ann"))
            #expect(!log.contains(LibraryLab.token))
            #expect(!log.contains(cookie.split(separator: "=")[1]))
        }
    }
}
