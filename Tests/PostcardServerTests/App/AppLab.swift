import NIOHTTP1
import PostcardServer
import PostcardTestSupport
import Testing

/// A browser that reaches a service only under the service's own name, as the app requires.
struct AppLab: Sendable {
    let lab: LibraryLab

    /// Runs a test with a service that only this machine can reach.
    static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, test: (AppLab) async throws -> Void
    ) async throws {
        try await LibraryLab.run({
            $0.allowedNames = []
            change(&$0)
        }) { try await test(AppLab(lab: $0)) }
    }

    /// The headers of a request from a page of the service.
    static let ownPage: HTTPHeaders = ["Sec-Fetch-Site": "same-origin"]

    /// Sends a request to sign in.
    func signIn(_ json: String, _ headers: HTTPHeaders = ownPage) async throws -> RunningServer.Reply {
        try await lab.server.post("/session", json: json, headers)
    }

    /// Returns the name and value of a token's session cookie.
    func cookie(token: String = LibraryLab.token, _ headers: HTTPHeaders = ownPage) async throws -> String {
        let reply = try await signIn(#"{"token": "\#(token)"}"#, headers)
        let field = try #require(reply["Set-Cookie"], "\(reply.text)")
        return String(field.prefix { $0 != ";" })
    }

    func get(_ target: String, cookie: String, _ headers: HTTPHeaders = ownPage) async throws -> RunningServer.Reply {
        try await send(.GET, target, cookie: cookie, headers)
    }

    func send(
        _ method: HTTPMethod, _ target: String, cookie: String, json: String? = nil, _ headers: HTTPHeaders = ownPage
    ) async throws -> RunningServer.Reply {
        var headers = headers
        headers.replaceOrAdd(name: "Cookie", value: cookie)
        if json != nil { headers.replaceOrAdd(name: "Content-Type", value: "application/json") }
        return try await lab.server.get(target, headers, method: method, body: json.map { Array($0.utf8) })
    }
}
