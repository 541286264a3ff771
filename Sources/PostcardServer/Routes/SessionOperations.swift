import HTTPTypes
import HummingbirdCore
import Logging
import PostcardCore
import PostcardSources

extension Operation {
    /// The operations of the app's session: signing in and out, and the facts about service and requester.
    static let sessions: [Endpoint<Responder>] = [
        Operation(
            method: .get, path: sessionPath, name: "getSession",
            summary: "Who is asking, and what the service has set up.", tag: "service", route: session,
            replies: [.json(Schema.ref("Session"), "The session.")], errors: [429]
        ).handled { try $0.app().session(of: $0) },
        Operation(
            method: .post, path: sessionPath, name: "signIn",
            summary:
                "Sign in with a token, or a ticket from the program itself, by a cookie. Pages of the service only, or "
                + "with the field X-Postcard: 1.", tag: "service", route: session,
            bodies: [.json(SignIn.schema)],
            replies: [
                .json(
                    Schema.ref("Session"), "The session.", fields: ["Set-Cookie": "The session, for 30 days."])
            ], errors: [400, 401, 403, 413, 415, 422, 429]
        ).handled { try await $0.app().signIn($0) },
        Operation(
            method: .delete, path: sessionPath, name: "signOut",
            summary: "Sign out, and have the browser forget what it keeps of the app.", tag: "service",
            route: session,
            replies: [
                .init(
                    status: .noContent, explanation: "Done.",
                    fields: ["Set-Cookie": "Removes the cookie.", "Clear-Site-Data": "What is forgotten."])
            ], errors: [403, 429]
        ).handled { try $0.app().signOut($0) },
    ]

    /// The name of session operations in metrics and logs.
    static let session = "session"
    private static let sessionPath = PathTemplate("/session")
}

/// The body of a request to sign in.
private struct SignIn: Decodable {
    let token: String?
    let ticket: String?

    static let schema = Schema.object([
        "token": Schema.text("A token of the service."),
        "ticket": Schema.text("A ticket that the program gave; it is good once, for 10 minutes."),
    ]).adding(["minProperties": 1, "maxProperties": 1])
}

extension Call<Responder> {
    /// Returns the part of the service that serves the web app.
    ///
    /// - Throws: `HTTPError` with status 404 where there is none, 421 for a request by another host name than the service's own.
    func app() throws(HTTPError) -> AppService {
        guard let app = services.app else { throw .notFound }
        try service.access.names.requireName(request.head.authority, own: true)
        return app
    }
}

// MARK: Service

/// The part of the service that serves the web app: its pages, signing in and out, and the facts for its pages.
struct AppService: Sendable {
    let pages: WebApp
    let setup: ServiceSetup
    /// The largest uploaded file in bytes.
    let maximumUploadBytes: Int
    /// The one-time tickets for signing in without a token.
    let tickets: SignInTickets
    /// The token file of `postcard app`; `nil` for other services.
    let devices: DeviceTokens?
    /// Reads the token file again. The token of a phone is added to it when the phone's ticket is used.
    let reloadTokens: @Sendable () throws -> Void
    /// The rate limit of failed attempts to sign in: 5 a minute.
    let attempts = ClientRates(perSecond: 5.0 / 60, burst: 5)

    /// Responds with the facts for the app, and renews an old session.
    fileprivate func session(of call: Call<Responder>) throws -> Response {
        var response = try facts(for: call.identity, call)
        if case .authenticated(let name, _) = call.identity, let token = call.service.access.tokens[name],
            let session = call.service.access.session(of: call.request.head, at: call.now),
            session.name == name, session.isOld(at: call.now)
        {
            response.headers.append(cookie(for: token, isSecure: session.isSecure, call))
        }
        return response
    }

    /// Signs in by a token or a ticket, and responds with a session cookie.
    fileprivate func signIn(_ call: Call<Responder>) async throws -> Response {
        let access = call.service.access
        try call.requireOwnOrigin()
        let body: SignIn = try await call.body(limit: 4_096)
        let client = IPAddress.network(of: call.client)
        try attempts.admit(client, at: call.service.environment.now())
        let token: APIToken?
        switch (body.token, body.ticket) {
        case (let text?, nil): token = access.tokens.token(text)
        case (nil, let text?): token = try use(ticket: text, call, client)
        default: throw HTTPError.unprocessable("The body has to have either a token or a ticket.")
        }
        guard let token else {
            throw HTTPError(
                .unauthorized,
                body.ticket == nil
                    ? "The token is not one of those that this service knows."
                    : "The address was used before, or is older than 10 minutes. Start postcard app again for a new one.",
                body.ticket == nil ? .wrongToken : .ticketUsed,
                headers: [.wwwAuthenticate: "Bearer realm=\"library\""])
        }
        attempts.giveBack(client)
        var response = try facts(for: .authenticated(name: token.name, scope: token.scope), call)
        let isSecure = access.origin.isSecure(call.request.head)
        response.headers.append(cookie(for: token, isSecure: isSecure, call))
        return response
    }

    /// Uses a ticket, and returns its token; `nil` for an invalid one.
    private func use(ticket: String, _ call: Call<Responder>, _ client: String) throws -> APIToken? {
        switch try tickets.use(ticket, at: call.service.environment.now()) {
        case .accepted(let name):
            if call.service.access.tokens[name] == nil { try reloadTokens() }
            return call.service.access.tokens[name]
        case .unknown: return nil
        case .alreadyUsed:
            call.service.log.logger.warning("a ticket was used again", metadata: ["client": "\(client)"])
            return nil
        }
    }

    /// Removes the session cookie and the app's data in the browser.
    fileprivate func signOut(_ call: Call<Responder>) throws(HTTPError) -> Response {
        try call.requireOwnOrigin()
        var headers: HTTPFields = [.cacheControl: "no-store", .clearSiteData: "\"cache\", \"storage\""]
        for field in SessionCookie.removal(authority: call.request.head.authority) {
            headers.append(HTTPField(name: .setCookie, value: field))
        }
        return Response(status: .noContent, headers: headers)
    }

    private func cookie(for token: APIToken, isSecure: Bool, _ call: Call<Responder>) -> HTTPField {
        let value = SessionCookie.value(
            for: token, expires: call.now + SessionCookie.lifetime, nonce: call.service.environment.randomBytes(16))
        return HTTPField(
            name: .setCookie,
            value: SessionCookie.field(value, isSecure: isSecure, authority: call.request.head.authority))
    }

    /// Responds with the name and scope of the requester, and with what is set up if they may see the library.
    private func facts(for identity: APITokens.Identity, _ call: Call<Responder>) throws -> Response {
        let access = call.service.access
        var members: [NameKey: JSONValue] = [
            "version": .text(pages.files.version), "isPublic": .flag(access.isLibraryPublic),
        ]
        if case .authenticated(let name, let scope) = identity {
            members["name"] = .text(name)
            members["scope"] = scope == .write ? "write" : "read"
        } else if access.isLibraryPublic {
            members["scope"] = "read"
        }
        if members["scope"] != nil {
            members["sources"] = .array(setup.photoSources.map { .text($0) })
            members["tiles"] = pages.tiles.map { ["url": .text($0.url), "credit": .text($0.credit)] }
            members["places"] = setup.placeSource.map { .text($0.name) }
            members["maximumUploadBytes"] = .integer(maximumUploadBytes)
            members["ffmpeg"] = .flag(setup.readsVideos)
        }
        // Signed-out phones need it too: postcard app has no passwords to ask for.
        members["devices"] = devices.map { .flag($0.host != nil) }
        return try call.reply(JSONValue(members).bytes, cacheControl: "no-store")
    }

    /// The schema of the requester and the facts about the service.
    static let schema = Schema.record([
        "name?": Schema.text("The name of the token, where one was used."),
        "scope?": Schema.choice(["read", "write"])
            .described("What the caller may do; not there for those who see nothing of the library."),
        "version": Schema.text("Changes with the app's files."), "isPublic": Schema.flag,
        "sources?": Schema.strings, "tiles?": Schema.record(["url": Schema.string, "credit": Schema.string]),
        "places?": Schema.text("The service for place names; the library's setting place-lookups allows searches."),
        "maximumUploadBytes?": Schema.integer, "ffmpeg?": Schema.flag,
        "devices?": Schema.flag.described(
            "True if phones of the network can be signed in. Only services of postcard app have this member."),
    ]).described("The requester, and for those who may see the library the parts that are set up.")
}

extension Call<Responder> {
    /// The present in seconds since 1970.
    fileprivate var now: Int { service.environment.secondsSince1970() }

    /// Checks that a page of the service sent the request.
    func requireOwnOrigin() throws(HTTPError) {
        guard service.access.origin.isOwn(request.head) else { throw .foreignPage }
    }
}

extension HTTPError {
    /// The error of a request that a page of another origin sent.
    static let foreignPage = HTTPError(
        .forbidden,
        "A session is only for pages of this service. Other clients send a token in the field Authorization: "
            + "Bearer …, or X-Postcard: 1 to sign in.")
}
