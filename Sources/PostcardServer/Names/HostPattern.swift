/// An entry in the allowed hosts setting: `example.org`, `*.example.org` for all subdomains, or `*` for all hosts; with `:PORT` for a port
/// that is not the default.
///
/// The entry also completes picture names that start with a host and have no scheme. Such names become `https` URLs, or `http` URLs if the
/// entry starts with `http://`.
struct HostPattern: Sendable, Equatable {
    private let scheme: String
    private let name: String
    private let port: Int?

    init(_ text: String) {
        var host = text.lowercased()
        let named = ["http", "https"].first { host.hasPrefix("\($0)://") }
        if let named { host.removeFirst(named.count + "://".count) }
        scheme = named ?? "https"
        (name, port) = Self.parts(host)
    }

    /// Splits text into a host and a port.
    private static func parts(_ text: String) -> (name: String, port: Int?) {
        // An IPv6 address in brackets contains colons.
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            !text[..<colon].contains(":") || text[..<colon].hasSuffix("]")
        else { return (text, nil) }
        return (String(text[..<colon]), port)
    }

    /// Returns the URL of a name that has no scheme and starts with this host; `nil` for other names. For `*`, the host must contain a dot.
    func url(of text: String) -> String? {
        guard let slash = text.firstIndex(of: "/"), !isAny || text[..<slash].contains(".") else { return nil }
        let (host, port) = Self.parts(text[..<slash].lowercased())
        guard matches(host: host, port: port == (scheme == "http" ? 80 : 443) ? nil : port) else { return nil }
        return "\(scheme)://\(text)"
    }

    /// True if the host has a port.
    var hasPort: Bool { port != nil }

    /// True for `*`.
    var isAny: Bool { name == "*" }

    /// Returns true if the entry allows a host. `host` is in lowercase, with an IPv6 address in brackets; `port` is `nil` for the default
    /// port of the scheme.
    func matches(host: String, port: Int?) -> Bool {
        guard self.port == port else { return false }
        if name == "*" { return true }
        if name.hasPrefix("*.") { return host.hasSuffix(name.dropFirst()) }
        return host == name
    }
}
