import HTTPTypes
import HummingbirdCore

/// The access control of the service: tokens, signing keys, sessions, request rates, host names, and the web pages that may read responses.
struct AccessRules: Sendable {
    private let credentials: Reloadable<(tokens: APITokens, signatures: URLSignatures)>
    var tokens: APITokens { credentials.value.tokens }
    var signatures: URLSignatures { credentials.value.signatures }
    let isLibraryPublic: Bool
    private let rates: ClientRates?
    let addresses: ClientAddress
    let origins: CrossOrigin
    /// The host names that clients may use.
    let names: ServiceNames
    let origin: RequestOrigin
    /// True if session cookies from the app are accepted.
    private let hasSessions: Bool
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates the rules from the settings. `now` returns the current time, for rate limits.
    ///
    /// - Throws: `StartupError` that identifies the invalid setting.
    init(
        _ settings: AccessSettings, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) throws(StartupError) {
        credentials = Reloadable(try Self.credentials(settings))
        names = ServiceNames(settings)
        origin = RequestOrigin(publicAddress: settings.publicAddress)
        hasSessions = settings.library != nil && names.areKnown
        isLibraryPublic = settings.allowsAnonymousReading
        rates = settings.rate == 0 ? nil : ClientRates(perSecond: Double(settings.rate), burst: settings.burst)
        addresses = try ClientAddress(trusting: settings.trustedProxies)
        origins = try CrossOrigin(settings.corsOrigins)
        self.now = now
    }

    /// Replaces the keys and tokens with those from the settings.
    ///
    /// - Throws: `StartupError` that identifies the invalid setting. After an error, the old keys and tokens stay valid.
    func reload(_ settings: AccessSettings) throws(StartupError) {
        credentials.value = try Self.credentials(settings)
    }

    private static func credentials(
        _ settings: AccessSettings
    ) throws(StartupError) -> (tokens: APITokens, signatures: URLSignatures) {
        let tokens = try APITokens(settings.tokens, file: settings.tokenFile)
        guard settings.library == nil || settings.allowsAnonymousReading || !tokens.isEmpty else {
            throw .badSetting(
                "No one could read the library. Set a token (--token-file, POSTCARD_TOKENS), or make it public "
                    + "(--public-library). Links need no token, but a service does.")
        }
        return (tokens, try URLSignatures(settings))
    }

    /// Returns the sender of a request, identified by its token or, if it has none, by its session. `now` is in seconds since 1970.
    func identity(_ request: HTTPRequest, at now: Int) -> APITokens.Identity {
        let identity = tokens.identity(request.headerFields)
        guard case .anonymous = identity, let session = session(of: request, at: now), let token = tokens[session.name]
        else { return identity }
        return origin.isOwn(request) ? .authenticated(name: token.name, scope: token.scope) : .foreignPage
    }

    /// Returns the session of a request; `nil` if it has no valid one. `now` is in seconds since 1970.
    func session(of request: HTTPRequest, at now: Int) -> SessionCookie? {
        guard hasSessions, names.isOwnName(request.authority) else { return nil }
        let tokens = tokens
        return SessionCookie.values(in: request).lazy.compactMap { value in
            SessionCookie(value.text, isSecure: value.isSecure, at: now) { tokens[$0] }
        }.first
    }

    /// Counts a request toward the client's rate limit.
    ///
    /// - Throws: `HTTPError` with status 429 if the limit is exceeded.
    func admit(_ client: String) throws(HTTPError) {
        try rates?.admit(IPAddress.network(of: client), at: now())
    }

    /// Checks that the sender of a request may read or change the library.
    ///
    /// - Throws: `HTTPError` with status 401 for a missing or unknown token; 403 for a read-only token, for a request from a page of
    ///   another origin, or if the service has no tokens.
    func requireScope(_ scope: TokenScope, of identity: APITokens.Identity) throws(HTTPError) {
        switch identity {
        case .authenticated(_, let granted) where granted >= scope: return
        case .authenticated:
            throw HTTPError(
                .forbidden, "This token is read-only.", .readOnly,
                headers: [.wwwAuthenticate: "Bearer realm=\"library\", error=\"insufficient_scope\""])
        case .invalidToken:
            throw HTTPError(
                .unauthorized, "Unknown token.", .wrongToken,
                headers: [.wwwAuthenticate: "Bearer realm=\"library\", error=\"invalid_token\""])
        case .anonymous where scope == .read && isLibraryPublic, .foreignPage where scope == .read && isLibraryPublic:
            return
        case .foreignPage: throw .foreignPage
        case .anonymous where tokens.isEmpty:
            throw HTTPError(.forbidden, "The library is read-only: this service has no tokens.", .readOnly)
        case .anonymous:
            throw HTTPError(
                .unauthorized, "A token is required: Authorization: Bearer TOKEN.",
                headers: [.wwwAuthenticate: "Bearer realm=\"library\""])
        }
    }
}
