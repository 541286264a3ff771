/// A host that pictures may be fetched from: `example.org`, `*.example.org` for all below it, `*` for all; with `:PORT` where it
/// is not the usual one.
struct HostPattern: Sendable, Equatable {
    private let name: String
    private let port: Int?

    init(_ text: String) {
        let text = text.lowercased()
        // An IPv6 address in brackets has colons of its own.
        if let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            !text[..<colon].contains(":") || text[..<colon].hasSuffix("]")
        {
            name = String(text[..<colon])
            self.port = port
        } else {
            name = text
            port = nil
        }
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
