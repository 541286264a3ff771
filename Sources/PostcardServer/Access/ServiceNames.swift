import HTTPTypes
import PlatformFoundation

/// The host names that clients may use in the `Host` header.
///
/// The check prevents DNS rebinding: a web page can make its name resolve to this machine, and then send requests as a page of the same
/// origin. The name in `Host` reveals such requests. IP addresses are always allowed, since they can't be rebound.
struct ServiceNames: Sendable {
    /// The names from the settings and the names of this machine.
    private let own: [HostPattern]
    /// True if requests without a session may use any name.
    private let allowsAny: Bool
    /// True if the names of the service are known. The app's sessions require known names.
    let areKnown: Bool

    /// Reads the names from the settings. If they contain none, a service on loopback without a proxy allows only this machine's names; any
    /// other service allows all names.
    init(_ settings: AccessSettings) {
        let host = IPAddress.bare(settings.host)
        let isLocal = host == "localhost" || IPAddress(parsing: host)?.isLoopback ?? false
        allowsAny = settings.allowedNames.isEmpty && !(isLocal && settings.trustedProxies.isEmpty)
        let published = settings.publicAddress.flatMap { URL(string: $0)?.host }.map { [$0] } ?? []
        areKnown = !allowsAny || !published.isEmpty
        let machine = ["localhost", "*.localhost", settings.host]
        own = (settings.allowedNames + published + machine).map(HostPattern.init)
    }

    /// Returns true if requests without a session may use a name. `authority` is the value of the `Host` header, with or without a port.
    func isName(_ authority: String?) -> Bool { allowsAny || isOwnName(authority) }

    /// Returns true if a name is from the settings, a name of this machine, or an IP address.
    func isOwnName(_ authority: String?) -> Bool {
        guard let authority, !authority.isEmpty else { return true }
        let host = Self.host(of: authority).lowercased()
        return IPAddress(parsing: IPAddress.bare(host)) != nil || own.contains { $0.matches(host: host, port: nil) }
    }

    /// Checks the host name of a request.
    ///
    /// - Parameter own: true if the name must be known, as for sessions.
    /// - Throws: `HTTPError` with status 421.
    func requireName(_ authority: String?, own: Bool) throws(HTTPError) {
        guard own ? isOwnName(authority) : isName(authority) else {
            throw HTTPError(
                .misdirectedRequest,
                "Unknown host name: \(Self.host(of: authority ?? "").prefix(200)). The operator can allow it with "
                    + "--allowed-name.")
        }
    }

    /// Returns the host in the `Host` header, without its port and without a trailing dot. Malformed text is returned unchanged, and
    /// matches no name.
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
