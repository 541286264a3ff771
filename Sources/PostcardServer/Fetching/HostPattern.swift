/// A host that pictures may be fetched from: `example.org`, `*.example.org` for all below it, `*` for all; with `:PORT` where it
/// is not the usual one. Names that begin with it and have no scheme are addresses of `https`, unless `http://` stands before it.
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

    /// A host, and the port behind it.
    private static func parts(_ text: String) -> (name: String, port: Int?) {
        // An IPv6 address in brackets has colons of its own.
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            !text[..<colon].contains(":") || text[..<colon].hasSuffix("]")
        else { return (text, nil) }
        return (String(text[..<colon]), port)
    }

    /// The address that a name means which begins with the host, and has no scheme; `nil` for other names. For `*` a host is what has a dot.
    func address(of text: String) -> String? {
        guard let slash = text.firstIndex(of: "/"), !isAny || text[..<slash].contains(".") else { return nil }
        let (host, port) = Self.parts(text[..<slash].lowercased())
        guard matches(host: host, port: port == (scheme == "http" ? 80 : 443) ? nil : port) else { return nil }
        return "\(scheme)://\(text)"
    }

    /// True for `*`.
    var isAny: Bool { name == "*" }

    /// `host` is in lower case, an IPv6 address in brackets. `port` is `nil` for the usual one of the scheme.
    func matches(host: String, port: Int?) -> Bool {
        guard self.port == port else { return false }
        if name == "*" { return true }
        if name.hasPrefix("*.") { return host.hasSuffix(name.dropFirst()) }
        return host == name
    }
}
