import HTTPTypes
import PlatformFoundation

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
    init(_ settings: AccessSettings) {
        let host = IPAddress.bare(settings.host)
        let isLocal = host == "localhost" || IPAddress(parsing: host)?.isLoopback ?? false
        allowsAny = settings.allowedNames.isEmpty && !(isLocal && settings.trustedProxies.isEmpty)
        let published = settings.publicAddress.flatMap { URL(string: $0)?.host }.map { [$0] } ?? []
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
