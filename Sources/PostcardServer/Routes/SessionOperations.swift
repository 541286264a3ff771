import HTTPTypes
import HummingbirdCore
import Logging
import PlatformFoundation
import PostcardCore
import PostcardSources

extension Operation {
    /// The session of the app: who is signed in, and what there is to work with.
    static let sessions: [Route] = [
        Operation(
            method: .get, path: sessionPath, name: "getSession",
            summary: "Who is asking, and what the service has set up.", tag: "service", route: session,
            replies: [.json(Schema.ref("Session"), "The session.")], errors: [429]
        ).answered { call in
            try call.app().session(of: call)
        },
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
        ).answered { call in
            try await call.app().signIn(call)
        },
        Operation(
            method: .delete, path: sessionPath, name: "signOut",
            summary: "Sign out, and have the browser forget what it keeps of the app.", tag: "service",
            route: session,
            replies: [
                .init(
                    status: .noContent, explanation: "Done.",
                    fields: ["Set-Cookie": "Removes the cookie.", "Clear-Site-Data": "What is forgotten."])
            ], errors: [403, 429]
        ).answered { call in
            try call.app().signOut(call)
        },
    ]

    /// The name of the session's requests in metrics and logs.
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

extension Call {
    /// The app, for a request by one of the service's own names.
    func app() throws(HTTPError) -> Sessions {
        guard let app = services.app else { throw .notFound }
        try responder.access.names.requireName(request.head.authority, own: true)
        return app
    }
}

/// Sessions of the web app: signing in, and the facts of the service for its pages.
struct Sessions: Sendable {
    let pages: WebApp
    let setup: ServiceSetup
    /// Bytes of the largest file that the library takes in.
    let maximumUploadBytes: Int
    /// Tickets that sign in without a token.
    let tickets: SignInTickets
    /// The phones that may sign in, and the token of the person at the machine; `nil` where tokens are settings.
    let devices: DeviceTokens?
    /// Takes the tokens as they are now.
    let reloadTokens: @Sendable () throws -> Void
    /// Attempts to sign in that failed.
    let attempts = ClientRates(perSecond: 5.0 / 60, burst: 5)
    private static let maximumBodyBytes = 4_096

    fileprivate func session(of call: Call) throws -> Response {
        var response = try json(call.identity, call)
        if case .authenticated(let name, _) = call.identity, let token = call.responder.access.tokens[name],
            let session = call.responder.access.session(of: call.request.head, at: call.now),
            session.name == name, session.isOld(at: call.now)
        {
            response.headers.append(cookie(for: token, isSecure: session.isSecure, call))
        }
        return response
    }

    fileprivate func signIn(_ call: Call) async throws -> Response {
        let access = call.responder.access
        try call.requireOwnOrigin()
        try call.request.requireJSON()
        let bytes = try await call.request.bytes(limit: Self.maximumBodyBytes)
        let body: SignIn = try BodyReader(schema: SignIn.schema).read(Data(bytes))
        let client = IPAddress.network(
            of: call.client)
        try attempts.admit(client, at: call.responder.environment.now())
        let token: APIToken?
        switch (body.token, body.ticket) {
        case (let text?, nil): token = access.tokens.token(text)
        case (nil, let text?): token = use(ticket: text, call, client)
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
        var response = try json(.authenticated(name: token.name, scope: token.scope), call)
        let isSecure = access.origin.isSecure(call.request.head)
        response.headers.append(cookie(for: token, isSecure: isSecure, call))
        return response
    }

    private func use(ticket: String, _ call: Call, _ client: String) -> APIToken? {
        switch tickets.use(ticket, at: call.responder.environment.now()) {
        case .accepted(let name):
            // That of a phone was made a moment ago, when its ticket was used.
            if call.responder.access.tokens[name] == nil { try? reloadTokens() }
            return call.responder.access.tokens[name]
        case .unknown: return nil
        case .alreadyUsed:
            call.responder.log.logger.warning("a ticket was used again", metadata: ["client": "\(client)"])
            return nil
        }
    }

    fileprivate func signOut(_ call: Call) throws(HTTPError) -> Response {
        try call.requireOwnOrigin()
        var headers: HTTPFields = [.cacheControl: "no-store", .clearSiteData: "\"cache\", \"storage\""]
        for field in SessionCookie.removal(authority: call.request.head.authority) {
            headers.append(HTTPField(name: .setCookie, value: field))
        }
        return Response(status: .noContent, headers: headers)
    }

    private func cookie(for token: APIToken, isSecure: Bool, _ call: Call) -> HTTPField {
        let value = SessionCookie.value(
            for: token, expires: call.now + SessionCookie.lifetime, nonce: call.responder.environment.randomBytes(16))
        return HTTPField(
            name: .setCookie,
            value: SessionCookie.field(value, isSecure: isSecure, authority: call.request.head.authority))
    }

    private func json(_ identity: APITokens.Identity, _ call: Call) throws -> Response {
        let access = call.responder.access
        var members: [String: JSONValue] = [
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
            members["devices"] = devices.map { .flag($0.host != nil) }
        }
        var response = try call.json(JSONValue(members).bytes)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The schema of the caller of a request, and the set-up of the service.
    static let schema = Schema.record([
        "name?": Schema.text("The name of the token, where one was used."),
        "scope?": Schema.choice(["read", "write"])
            .described("What the caller may do; not there for those who see nothing of the library."),
        "version": Schema.text("Changes with the app's files."), "isPublic": Schema.flag,
        "sources?": Schema.strings, "tiles?": Schema.record(["url": Schema.string, "credit": Schema.string]),
        "places?": Schema.text("The service that knows places by their names."),
        "maximumUploadBytes?": Schema.integer, "ffmpeg?": Schema.flag,
        "devices?": Schema.flag.described(
            "Whether phones of the network can be signed in; not there where no app of one person runs."),
    ]).described("Who is asking. What is set up is told to those who may see the library.")
}

extension Call {
    fileprivate var now: Int { responder.environment.secondsSince1970() }

    func requireOwnOrigin() throws(HTTPError) {
        guard responder.access.origin.isOwn(request.head) else { throw .foreignPage }
    }
}

extension HTTPError {
    /// A page that is not the service's own sent the request.
    static let foreignPage = HTTPError(
        .forbidden,
        "A session is only for pages of this service. Other clients send a token in the field Authorization: "
            + "Bearer …, or X-Postcard: 1 to sign in.")
}

extension Operation {
    /// The name of the app's pages and files in metrics and logs, and the first part of their addresses.
    static let app = "app"

    /// The pages and files of the web app, which are for browsers and not described.
    static let appPages: [Route] = [
        page("/", "getFrontPage") { _, _ in Call.redirect(to: "/app/", status: .found) },
        page("/app", "getAppAddress") { _, _ in Call.redirect(to: "/app/", status: .found) },
        page("/app/\(AppFiles.worker)", "getAppWorker") { app, call in try app.worker(for: call.request) },
        page("/app/-/{version}/{+file}", "getAppFile") { app, call in
            try app.asset(call["file"], version: call["version"], for: call.request)
        },
        page("/app/{+page}", "getAppPage") { app, call in try app.shell(for: call.request) },
    ]

    private static func page(
        _ path: String, _ name: String, respond: @escaping @Sendable (WebApp, Call) throws -> Response
    ) -> Route {
        Operation(
            method: .get, path: PathTemplate(path), name: name, summary: "", tag: Self.app, route: Self.app,
            isDescribed: false, replies: []
        ).answered { call in
            try respond(try call.app().pages, call)
        }
    }
}
