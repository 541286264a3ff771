import NIOHTTP1
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct CrossOriginTests {
    private static let origin = "https://example.org"

    @Test func `preflight requests of allowed pages succeed`() async throws {
        try await LibraryLab.run({ $0.corsOrigins = [Self.origin] }) { lab in
            let reply = try await lab.server.get(
                "/library/pins",
                ["Origin": Self.origin, "Access-Control-Request-Method": "POST"], method: .OPTIONS)
            expectEqual(reply.status, 204)
            expectEqual(reply["Access-Control-Allow-Origin"], Self.origin)
            expectEqual(reply["Access-Control-Allow-Methods"]?.contains("POST"), true)
            expectEqual(reply["Access-Control-Allow-Headers"]?.contains("Authorization"), true)
            expectEqual(reply["Vary"], "Origin")
        }
    }

    @Test(arguments: ["https://evil.example", "https://example.org.evil.example", "http://example.org", "null"])
    func `other pages are not allowed`(origin: String) async throws {
        try await LibraryLab.run({ $0.corsOrigins = [Self.origin] }) { lab in
            let headers: HTTPHeaders = ["Origin": origin, "Access-Control-Request-Method": "POST"]
            let preflight = try await lab.server.get("/library/pins", headers, method: .OPTIONS)
            #expect(preflight.status == 405)
            #expect(preflight["Access-Control-Allow-Origin"] == nil)
            let reply = try await lab.get("/library/pins", ["Origin": origin])
            #expect(reply.status == 200)
            #expect(reply["Access-Control-Allow-Origin"] == nil)
            #expect(reply["Vary"] == "Origin")
        }
    }

    @Test(arguments: [
        ("/unsafe/8x/a.jpg", "cross-origin"), ("/unsafe/8x/none.jpg", "cross-origin"),
        ("/images/verdict/a/b.png", "cross-origin"),
        ("/library/pins", "same-origin"), ("/library/none", "same-origin"),
    ])
    func `pages of other origins can embed images, but nothing from the library`(target: String, policy: String)
        async throws
    {
        try await LibraryLab.run({ $0.allowsUnsigned = true }) { lab in
            for _ in 0..<2 {
                let reply = try await lab.get(target)
                #expect(reply["Cross-Origin-Resource-Policy"] == policy)
            }
        }
    }

    @Test func `allowed pages can read responses and errors`() async throws {
        try await LibraryLab.run({ $0.corsOrigins = [Self.origin] }) { lab in
            let reply = try await lab.get("/library/pins", ["Origin": Self.origin])
            #expect(reply["Access-Control-Allow-Origin"] == Self.origin)
            #expect(reply["Access-Control-Expose-Headers"]?.contains("Link") == true)
            #expect(reply["Access-Control-Allow-Credentials"] == nil)
            let refused = try await lab.server.get("/library/pins", ["Origin": Self.origin])
            #expect(refused.status == 401)
            #expect(refused["Access-Control-Allow-Origin"] == Self.origin)
        }
    }

    @Test func `a service open to all origins allows any origin, and sends no Vary header`() async throws {
        try await LibraryLab.run({ $0.corsOrigins = ["*"] }) { lab in
            let reply = try await lab.get("/library/pins", ["Origin": "https://anything.example"])
            #expect(reply["Access-Control-Allow-Origin"] == "*")
            #expect(reply["Vary"] == nil)
        }
    }

    @Test func `without the setting, there are no headers`() async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.get("/library/pins", ["Origin": Self.origin])
            #expect(reply["Access-Control-Allow-Origin"] == nil)
            #expect(reply["Vary"] == nil)
        }
    }

    @Test(arguments: ["example.org", "https://example.org/", "https://Example.org", "ftp://example.org", "https://"])
    func `an invalid origin causes a startup error`(text: String) {
        #expect(throws: StartupError.self) { try CrossOrigin([text]) }
    }
}
