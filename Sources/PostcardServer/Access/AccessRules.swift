import HTTPTypes
import HummingbirdCore

/// The clients that may send requests: their tokens, their rates, and the web pages that may read responses.
struct AccessRules: Sendable {
    private let reloadableTokens: Reloadable<APITokens>
    var tokens: APITokens { reloadableTokens.value }
    let isLibraryPublic: Bool
    private let rates: ClientRates?
    private let addresses: ClientAddress
    private let origins: CrossOrigin
    /// By what names the service may be called.
    let names: ServiceNames
    let origin: RequestOrigin
    /// True when sessions of the app count.
    private let hasSessions: Bool
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Throws: `StartupError` that names the setting.
    init(
        _ configuration: ServerConfiguration, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) throws(StartupError) {
        reloadableTokens = Reloadable(try Self.tokens(configuration))
        names = ServiceNames(configuration)
        origin = RequestOrigin(publicAddress: configuration.publicAddress)
        hasSessions = !configuration.library.isEmpty && names.areKnown
        isLibraryPublic = configuration.publicLibrary
        rates =
            configuration.rate == 0
            ? nil : ClientRates(perSecond: Double(configuration.rate), burst: configuration.burst)
        addresses = try ClientAddress(trusting: configuration.trustedProxies)
        origins = try CrossOrigin(configuration.corsOrigins)
        self.now = now
    }

    /// Takes other tokens from now on.
    ///
    /// - Throws: `StartupError` that names the setting; then nothing has changed.
    func reload(_ configuration: ServerConfiguration) throws(StartupError) {
        reloadableTokens.value = try Self.tokens(configuration)
    }

    private static func tokens(_ configuration: ServerConfiguration) throws(StartupError) -> APITokens {
        let tokens = try APITokens(configuration.tokens, file: configuration.tokenFile)
        guard configuration.library.isEmpty || configuration.publicLibrary || !tokens.isEmpty else {
            throw StartupError(
                .badSetting,
                "Nobody could read the library: give a token (--token-file, POSTCARD_TOKENS), or let everybody read it "
                    + "(--public-library).")
        }
        return tokens
    }

    /// The address of the client that sent a request.
    func client(of fields: HTTPFields, peer: String) -> String { addresses.client(fields, peer: peer) }

    /// The sender of a request: by its token or else by its session. `now` is in seconds since 1970.
    func caller(_ request: HTTPRequest, at now: Int) -> APITokens.Caller {
        let caller = tokens.caller(request.headerFields)
        guard case .anonymous = caller, let session = session(of: request, at: now), let token = tokens[session.name]
        else { return caller }
        return origin.isOwn(request) ? .authenticated(name: token.name, scope: token.scope) : .foreignPage
    }

    /// The session of a request. `now` is in seconds since 1970.
    func session(of request: HTTPRequest, at now: Int) -> SessionCookie? {
        guard hasSessions, names.isOwnName(request.authority) else { return nil }
        let tokens = tokens
        return SessionCookie.values(in: request).lazy.compactMap { value in
            SessionCookie(value.text, isSecure: value.isSecure, at: now) { tokens[$0] }
        }.first
    }

    /// Counts a request.
    ///
    /// - Throws: `HTTPError` with status 429.
    func admit(_ client: String) throws(HTTPError) {
        try rates?.admit(ClientAddress.bucket(of: client), at: now())
    }

    /// Counts a request, and answers it when it is the preflight of a browser. `isLimited` tells whether it counts;
    /// checks of the service's health do not.
    func begin(_ request: Request, isLimited: Bool, client: String) throws(HTTPError) -> Response? {
        guard isLimited else { return nil }
        try names.requireName(request.head.authority)
        try admit(client)
        return origins.preflight(request)
    }

    /// Tells browsers and caches who may read an answer.
    func end(_ fields: inout HTTPFields, for request: HTTPRequest) { origins.mark(&fields, for: request) }

    /// Lets a caller look at the library or change it.
    ///
    /// - Throws: `HTTPError` with status 401 for those that have no token or a wrong one, 403 for those whose token is not
    ///   good for it, and for all when there are no tokens.
    func permit(_ caller: APITokens.Caller, _ scope: APIToken.Scope) throws(HTTPError) {
        switch caller {
        case .authenticated(_, let granted) where granted >= scope: return
        case .authenticated:
            throw HTTPError(
                .forbidden, "This token is for reading only.",
                headers: [.wwwAuthenticate: "Bearer realm=\"library\", error=\"insufficient_scope\""])
        case .invalidToken:
            throw HTTPError(
                .unauthorized, "The token is not one of those that this service knows.",
                headers: [.wwwAuthenticate: "Bearer realm=\"library\", error=\"invalid_token\""])
        case .anonymous where scope == .read && isLibraryPublic, .foreignPage where scope == .read && isLibraryPublic:
            return
        case .foreignPage: throw .foreignPage
        case .anonymous where tokens.isEmpty:
            throw HTTPError(.forbidden, "This service has no tokens, so nothing can be written.")
        case .anonymous:
            throw HTTPError(
                .unauthorized, "This needs a token in the field Authorization: Bearer …",
                headers: [.wwwAuthenticate: "Bearer realm=\"library\""])
        }
    }
}
