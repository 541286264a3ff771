import HTTPTypes
import HummingbirdCore
import Logging
import PlatformFoundation
import PostcardCore
import PostcardPhotos

extension AppService {
    /// The operations of the app's session: signing in and out, and information about the service and the client.
    static let sessions: [Endpoint<AppService>] = [
        Endpoint(
            Operation(
                method: .get, path: sessionPath, name: "getSession",
                summary: "The client's identity, and the available services.", tag: "service", route: Operation.session,
                replies: [.json(Schema.ref("Session"), "The session.")], errors: [429]
            )
        ) { try $0.service.session(of: $0) },
        Endpoint(
            Operation(
                method: .post, path: sessionPath, name: "signIn",
                summary:
                    "Sign in with a token or ticket. The response sets a cookie. Only for the service's own pages, and for requests "
                    + "with the header X-Postcard: 1.", tag: "service", route: Operation.session,
                bodies: [.json(SignIn.schema)],
                replies: [
                    .json(
                        Schema.ref("Session"), "The session.", fields: ["Set-Cookie": "The session, valid for 30 days."]
                    )
                ], errors: [400, 401, 403, 413, 415, 422, 429]
            )
        ) { try await $0.service.signIn($0) },
        Endpoint(
            Operation(
                method: .delete, path: sessionPath, name: "signOut",
                summary: "Sign out, and clear the app's data in the browser.", tag: "service",
                route: Operation.session,
                replies: [
                    .init(
                        status: .noContent, explanation: "Done.",
                        fields: ["Set-Cookie": "Removes the cookie.", "Clear-Site-Data": "The kinds of data to clear."])
                ], errors: [403, 429]
            )
        ) { try $0.service.signOut($0) },
    ]

    private static let sessionPath = PathTemplate("/session")
}

extension AppService {
    /// Responds with information for the app, and renews an old session.
    fileprivate func session(of call: Call<AppService>) throws -> Response {
        var response = try facts(for: call.identity, call)
        if case .authenticated(let name, _) = call.identity { recordVisit(of: name, call) }
        if case .authenticated(let name, _) = call.identity, let token = access.tokens[name],
            let session = access.session(of: call.request.head, at: now),
            session.name == name, session.isOld(at: now)
        {
            response.headers.append(cookie(for: token, isSecure: session.isSecure, call))
        }
        return response
    }

    /// Signs in with a token or a ticket, and responds with a session cookie.
    fileprivate func signIn(_ call: Call<AppService>) async throws -> Response {
        try call.requireOwnOrigin()
        let body: SignIn = try await call.body(limit: 4_096)
        let client = IPAddress.network(of: call.client)
        try attempts.admit(client, at: environment.now())
        let token: APIToken?
        switch (body.token, body.ticket) {
        case (let text?, nil): token = access.tokens.token(text)
        case (nil, let text?): token = try use(ticket: text, call, client)
        default: throw HTTPError.unprocessable("The body must contain either a token or a ticket.")
        }
        guard let token else {
            throw HTTPError(
                .unauthorized,
                body.ticket == nil
                    ? "Unknown token."
                    : "The URL was already used, or is older than 10 minutes. Start postcard app again to get a new URL.",
                body.ticket == nil ? .wrongToken : .ticketUsed,
                headers: [.wwwAuthenticate: "Bearer realm=\"library\""])
        }
        attempts.giveBack(client)
        recordVisit(of: token.name, call)
        var response = try facts(for: .authenticated(name: token.name, scope: token.scope), call)
        let isSecure = access.origin.isSecure(call.request.head)
        response.headers.append(cookie(for: token, isSecure: isSecure, call))
        return response
    }

    /// Records the day of a phone's visit. If the day can't be recorded, as in a read-only library, only the list in Settings is affected.
    private func recordVisit(of name: String, _ call: Call<AppService>) {
        let day = Date(timeIntervalSince1970: Double(now)).formatted(.iso8601).prefix(10)
        try? devices?.recordVisit(
            of: name, userAgent: call.request.head.headerFields[.userAgent] ?? "", on: String(day))
    }

    /// The current time in seconds since 1970.
    private var now: Int { environment.secondsSince1970() }

    /// Uses a ticket, and returns its token; `nil` if the ticket is invalid.
    private func use(ticket: String, _ call: Call<AppService>, _ client: String) throws -> APIToken? {
        switch try tickets.use(ticket, at: environment.now()) {
        case .accepted(let name):
            if access.tokens[name] == nil { try reloadTokens() }
            return access.tokens[name]
        case .unknown: return nil
        case .alreadyUsed:
            logger.warning("a ticket was used again", metadata: ["client": "\(client)"])
            return nil
        }
    }

    /// Removes the session cookie and the app's data in the browser.
    fileprivate func signOut(_ call: Call<AppService>) throws(HTTPError) -> Response {
        try call.requireOwnOrigin()
        var headers: HTTPFields = [.cacheControl: "no-store", .clearSiteData: "\"cache\", \"storage\""]
        for field in SessionCookie.removal(authority: call.request.head.authority) {
            headers.append(HTTPField(name: .setCookie, value: field))
        }
        return Response(status: .noContent, headers: headers)
    }

    private func cookie(for token: APIToken, isSecure: Bool, _ call: Call<AppService>) -> HTTPField {
        let value = SessionCookie.value(
            for: token, expires: now + SessionCookie.lifetime, nonce: environment.randomBytes(16))
        return HTTPField(
            name: .setCookie,
            value: SessionCookie.field(value, isSecure: isSecure, authority: call.request.head.authority))
    }

    /// Responds with the name and scope of the client and, if it may read the library, with the available services.
    private func facts(for identity: APITokens.Identity, _ call: Call<AppService>) throws -> Response {
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
        // Signed-out phones also need this member, to show users how to sign in: postcard app has no password to enter.
        members["devices"] = devices.map { .flag($0.host != nil) }
        return try call.reply(JSONValue(members).bytes, cacheControl: "no-store")
    }

    /// The schema of the information about the client and the service.
    static let schema = Schema.record([
        "name?": Schema.text("The name of the token, if one was used."),
        "scope?": Schema.choice(["read", "write"])
            .described("The client's permissions; omitted if the client can't access the library."),
        "version": Schema.text("Changes when the app's files change."), "isPublic": Schema.flag,
        "sources?": Schema.strings, "tiles?": Schema.record(["url": Schema.string, "credit": Schema.string]),
        "places?": Schema.text(
            "The place search service. It is used only if the library's place-lookups setting is on."),
        "maximumUploadBytes?": Schema.integer, "ffmpeg?": Schema.flag,
        "devices?": Schema.flag.described(
            "True if phones on the network can sign in. Present only in responses from postcard app."),
    ]).described("The client and, if it can access the library, the available services.")
}

extension HTTPError {
    /// The error for a request from a page of another origin.
    static let foreignPage = HTTPError(
        .forbidden,
        "Only pages of this service can use sessions. Other clients must send Authorization: Bearer TOKEN, or the header "
            + "X-Postcard: 1 to sign in.")
}
