import HTTPTypes
import PlatformFoundation

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
    init(_ settings: AccessSettings) {
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
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        return IPAddress(parsing: bare) != nil || own.contains { $0.matches(host: host, port: nil) }
    }

    /// - Throws: `HTTPError` with status 421 for a name that is not ours.
    func requireName(_ authority: String?) throws(HTTPError) {
        guard isName(authority) else { throw Self.misdirected(authority) }
    }

    /// - Throws: `HTTPError` with status 421 for a name that is not set up.
    func requireOwnName(_ authority: String?) throws(HTTPError) {
        guard isOwnName(authority) else { throw Self.misdirected(authority) }
    }

    private static func misdirected(_ authority: String?) -> HTTPError {
        HTTPError(
            .misdirectedRequest,
            "This service is not called \(host(of: authority ?? "").prefix(200)). Its operator can allow the name "
                + "(--allowed-name).")
    }

    /// Without the port.
    private static func host(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }
}
