import HTTPTypes
import HummingbirdCore
import PlatformFoundation

/// The web pages that may read responses: cross-origin resource sharing of the Fetch standard.
///
/// Tokens are sent by scripts and never by browsers on their own, so credentials in the sense of that standard are not allowed.
struct CrossOrigin: Sendable {
    private let origins: Set<String>
    private let isOpen: Bool

    private static let methods = "GET, HEAD, POST, PATCH, DELETE"
    private static let requestFields =
        "Authorization, Content-Type, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, Traceparent, Tracestate, X-Request-ID"
    private static let replyFields =
        "Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Meme-Report, Retry-After, Total-Count, WWW-Authenticate, X-Request-ID"
    /// Seconds for which a browser need not ask again.
    private static let maximumAge = 600

    /// `origins` are such as `https://example.org`, or `*` for all.
    init(_ origins: [String]) throws(StartupError) {
        for origin in origins where origin != "*" && !Self.isOrigin(origin) {
            throw .badSetting(
                "corsOrigins has \(origin), which is neither * nor an origin such as https://example.org.")
        }
        isOpen = origins.contains("*")
        self.origins = Set(origins)
    }

    /// Scheme, host and port, without a path: what browsers send.
    private static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count)
        return !host.isEmpty && text == text.lowercased() && host.allSatisfy { $0.isASCII && !"/?#@ ".contains($0) }
    }

    /// The answer to a browser that asks whether it may ask; `nil` for other requests, and for pages that may not.
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

    /// Tells the browser, and caches, who may read an answer.
    func mark(_ fields: inout HTTPFields, for request: HTTPRequest) {
        guard !origins.isEmpty else { return }
        if !isOpen { fields[.vary] = fields[.vary].map { "\($0), Origin" } ?? "Origin" }
        guard let origin = allowed(request.headerFields[.origin]) else { return }
        fields[.accessControlAllowOrigin] = origin
        fields[.accessControlExposeHeaders] = Self.replyFields
    }

    private func allowed(_ origin: String?) -> String? {
        guard let origin, isOpen || origins.contains(origin) else { return nil }
        return isOpen ? "*" : origin
    }
}

/// Tells requests that the service's own pages make from those that other pages make, to which browsers add its cookies as well: a cookie
/// is for all ports of a host, and `SameSite` does not part them.
struct RequestOrigin: Sendable {
    /// The origin of the public address; `nil` where none is set.
    private let published: String?

    /// - Parameter publicAddress: of the settings; empty for none.
    init(publicAddress: String) {
        let url = URL(string: publicAddress)
        let port = url?.port.map { ":\($0)" } ?? ""
        published = url?.host.map { "\(url?.scheme ?? "http")://\($0)\(port)".lowercased() }
    }

    /// True when a cookie of the request counts.
    ///
    /// Browsers tell where a request comes from by Fetch Metadata, on TLS and to this machine. Elsewhere `Origin` tells for changes, with a
    /// field that another origin's page cannot send without being asked first; what is only read there, no other page gets to see.
    func isOwn(_ request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        let isRead = request.method == .get || request.method == .head
        if let site = fields[.secFetchSite] { return site == "same-origin" || (site == "none" && isRead) }
        if let origin = fields[.origin], !isOwn(origin, request.authority) { return false }
        return isRead || fields[.app] == "1"
    }

    /// True when the browser reached the service by TLS.
    func isSecure(_ request: HTTPRequest) -> Bool {
        request.headerFields[.origin]?.lowercased().hasPrefix("https://") ?? published?.hasPrefix("https://") ?? false
    }

    private func isOwn(_ origin: String, _ authority: String?) -> Bool {
        let origin = origin.lowercased()
        if origin == published { return true }
        guard let authority = authority?.lowercased(), !authority.isEmpty else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}

/// The names by which clients may call the service, in the field `Host`.
///
/// A web page can let its own name lead to this machine, and then ask in a visitor's browser as if it were the service's own page (DNS
/// rebinding). The name that it asks by gives it away. Addresses cannot be led elsewhere, so they are always good.
struct ServiceNames: Sendable {
    /// Names that are set up, and those of this machine.
    private let own: [HostPattern]
    /// True when any name is good for what needs no session.
    private let allowsAny: Bool
    /// True when the service knows by which names it is called, as its app has to.
    let areKnown: Bool

    /// Without names in the settings, those of this machine are good where nobody else can reach the service, and any others
    /// elsewhere and behind a proxy.
    init(_ settings: some AccessSettings) {
        let host = IPAddress.bare(settings.host)
        let isLocal = host == "localhost" || IPAddress(parsing: host)?.isLoopback ?? false
        allowsAny = settings.allowedNames.isEmpty && !(isLocal && settings.trustedProxies.isEmpty)
        let published = URL(string: settings.publicAddress)?.host.map { [$0] } ?? []
        areKnown = !allowsAny || !published.isEmpty
        let machine = ["localhost", "*.localhost", settings.host]
        own = (settings.allowedNames + published + machine).map(HostPattern.init)
    }

    /// `authority` is the field `Host`, with or without a port.
    func isName(_ authority: String?) -> Bool { allowsAny || isOwnName(authority) }

    /// Tells whether a name is one that is set up, or leads to this machine.
    func isOwnName(_ authority: String?) -> Bool {
        guard let authority, !authority.isEmpty else { return true }
        let host = Self.host(of: authority).lowercased()
        return IPAddress(parsing: IPAddress.bare(host)) != nil || own.contains { $0.matches(host: host, port: nil) }
    }

    /// - Throws: `HTTPError` with status 421 for a name that is not ours or, where it has to be one of its `own`, is not set up.
    func requireName(_ authority: String?, own: Bool) throws(HTTPError) {
        guard own ? isOwnName(authority) : isName(authority) else {
            throw HTTPError(
                .misdirectedRequest,
                "This service is not called \(Self.host(of: authority ?? "").prefix(200)). Its operator can allow the name "
                    + "(--allowed-name).")
        }
    }

    /// Without the port.
    private static func host(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }
}
