import PostcardCore
import HTTPTypes
import HummingbirdCore
import PlatformFoundation

/// The web pages that may read responses: cross-origin resource sharing (CORS) of the Fetch standard.
///
/// Scripts send tokens themselves, so the credentials mode of that standard is not allowed.
struct CrossOrigin: Sendable {
    private let origins: Set<NameKey>
    private let isOpen: Bool

    private static let methods = "GET, HEAD, POST, PATCH, DELETE"
    private static let requestFields =
        "Authorization, Content-Type, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, Traceparent, Tracestate, X-Request-ID"
    private static let replyFields =
        "Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Meme-Report, Retry-After, Total-Count, WWW-Authenticate, X-Request-ID"
    /// The seconds for which a browser may keep the response to a preflight request.
    private static let maximumAge = 600

    /// - Parameter origins: origins such as `https://example.org`, or `*` for all.
    /// - Throws: `StartupError` for a text that is no origin.
    init(_ origins: [String]) throws(StartupError) {
        for origin in origins where origin != "*" && !Self.isOrigin(origin) {
            throw .badSetting(
                "corsOrigins has \(origin), which is neither * nor an origin such as https://example.org.")
        }
        isOpen = origins.contains("*")
        self.origins = Set<NameKey>(names: origins)
    }

    /// Returns true for an origin as browsers send it: scheme, host and port in lower case, without a path.
    private static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count)
        return !host.isEmpty && text == text.lowercased() && host.allSatisfy { $0.isASCII && !"/?#@ ".contains($0) }
    }

    /// Returns the response to a preflight request of an allowed origin; `nil` for other requests and origins.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, request.headers[.accessControlRequestMethod] != nil,
            allowed(request.headers[.origin]) != nil
        else { return nil }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: Self.methods, .accessControlAllowHeaders: Self.requestFields,
                .accessControlMaxAge: "\(Self.maximumAge)",
            ])
    }

    /// Adds the CORS fields to a response.
    func mark(_ fields: inout HTTPFields, for request: HTTPRequest) {
        guard !origins.isEmpty else { return }
        if !isOpen { fields[.vary] = fields[.vary].map { "\($0), Origin" } ?? "Origin" }
        guard let origin = allowed(request.headerFields[.origin]) else { return }
        fields[.accessControlAllowOrigin] = origin
        fields[.accessControlExposeHeaders] = Self.replyFields
    }

    /// Returns the value of `Access-Control-Allow-Origin`; `nil` for an origin that is not allowed.
    private func allowed(_ origin: String?) -> String? {
        guard let origin, isOpen || origins.contains(origin) else { return nil }
        return isOpen ? "*" : origin
    }
}

/// The check that a request comes from a page of the service itself, and not from another page.
///
/// Browsers add the service's cookies to both: a cookie is valid for all ports of a host, and `SameSite` ignores ports too.
struct RequestOrigin: Sendable {
    /// The origin of the public address; `nil` where none is set.
    private let published: String?

    /// - Parameter publicAddress: the public address of the settings; empty for none.
    init(publicAddress: String) {
        let url = URL(string: publicAddress)
        let port = url?.port.map { ":\($0)" } ?? ""
        published = url?.host.map { "\(url?.scheme ?? "http")://\($0)\(port)".lowercased() }
    }

    /// Returns true when the session cookie of a request may be used.
    ///
    /// Browsers send `Sec-Fetch-Site` over TLS and to this machine. Without it, an `Origin` has to be the service's own, and a change needs the field
    /// `X-Postcard`, which pages of other origins cannot send without a preflight. Reading needs no more, since other pages cannot see the response.
    func isOwn(_ request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        let isRead = request.method == .get || request.method == .head
        if let site = fields[.secFetchSite] { return site == "same-origin" || (site == "none" && isRead) }
        if let origin = fields[.origin], !isOwn(origin, request.authority) { return false }
        return isRead || fields[.app] == "1"
    }

    /// Returns true when the browser reached the service by TLS.
    func isSecure(_ request: HTTPRequest) -> Bool {
        request.headerFields[.origin]?.lowercased().hasPrefix("https://") ?? published?.hasPrefix("https://") ?? false
    }

    /// Returns true for the public origin, and for that of the host in the request.
    private func isOwn(_ origin: String, _ authority: String?) -> Bool {
        let origin = origin.lowercased()
        if origin == published { return true }
        guard let authority = authority?.lowercased(), !authority.isEmpty else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}

/// The host names by which clients may call the service, in the field `Host`.
///
/// A check against DNS rebinding: a web page can let its own name resolve to this machine and then send requests as a page of the same origin. Its
/// name in `Host` tells it apart. IP addresses are always allowed, since they cannot be rebound.
struct ServiceNames: Sendable {
    /// The names of the settings, and those of this machine.
    private let own: [HostPattern]
    /// True when requests that need no session may use any name.
    private let allowsAny: Bool
    /// True when the names of the service are known, which sessions of the app need.
    let areKnown: Bool

    /// Reads the names of the settings. Without any, only the names of this machine are allowed where the service listens on loopback without a
    /// proxy, and all names elsewhere.
    init(_ settings: some AccessSettings) {
        let host = IPAddress.bare(settings.host)
        let isLocal = host == "localhost" || IPAddress(parsing: host)?.isLoopback ?? false
        allowsAny = settings.allowedNames.isEmpty && !(isLocal && settings.trustedProxies.isEmpty)
        let published = URL(string: settings.publicAddress)?.host.map { [$0] } ?? []
        areKnown = !allowsAny || !published.isEmpty
        let machine = ["localhost", "*.localhost", settings.host]
        own = (settings.allowedNames + published + machine).map(HostPattern.init)
    }

    /// Returns true for a name that requests without a session may use. `authority` is the field `Host`, with or without a port.
    func isName(_ authority: String?) -> Bool { allowsAny || isOwnName(authority) }

    /// Returns true for a name of the settings or of this machine, and for an IP address.
    func isOwnName(_ authority: String?) -> Bool {
        guard let authority, !authority.isEmpty else { return true }
        let host = Self.host(of: authority).lowercased()
        return IPAddress(parsing: IPAddress.bare(host)) != nil || own.contains { $0.matches(host: host, port: nil) }
    }

    /// Checks the name by which a request calls the service.
    ///
    /// - Parameter own: true when the name has to be a known one, as for sessions.
    /// - Throws: `HTTPError` with status 421.
    func requireName(_ authority: String?, own: Bool) throws(HTTPError) {
        guard own ? isOwnName(authority) : isName(authority) else {
            throw HTTPError(
                .misdirectedRequest,
                "This service is not called \(Self.host(of: authority ?? "").prefix(200)). Its operator can allow the name "
                    + "(--allowed-name).")
        }
    }

    /// Returns the host of the field `Host`, without its port and the dot at its end. Malformed text is returned unchanged, so
    /// that it matches no name.
    private static func host(of authority: String) -> String {
        let end =
            authority.hasPrefix("[")
            ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        let (host, rest) = (authority[..<(end ?? authority.endIndex)], authority[(end ?? authority.endIndex)...])
        guard rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isWholeNumber) else {
            return authority
        }
        return String(host.last == "." ? host.dropLast() : host)
    }
}
