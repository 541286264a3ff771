import HTTPTypes
import PlatformFoundation
import PostcardCore

/// An http or https address in normal form, so that the checked address is the requested one.
struct FetchTarget: Sendable {
    private let url: URL
    /// The host in lower case; an IPv6 address is in brackets.
    let host: String

    /// - Throws: `HTTPError` with status 400 for other schemes, for user names, and for malformed addresses.
    init(_ text: String) throws(HTTPError) {
        guard Self.hasPlainAuthority(text) else {
            throw .badRequest("The host of the picture's address has other than ASCII letters. Write it as xn--….")
        }
        guard let url = URL(string: text) else { throw .badRequest("The picture's address is not a URL.") }
        try self.init(url)
    }

    private init(_ url: URL) throws(HTTPError) {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.encodedHost?.lowercased(), !host.isEmpty
        else { throw .badRequest("The picture's address has to be an http or https URL with a host.") }
        guard parts.user == nil, parts.password == nil else {
            throw .badRequest("The picture's address must not contain a user name.")
        }
        guard Self.isPlain(host) else { throw .badRequest("The host of the picture's address is not a plain name.") }
        parts.scheme = scheme
        parts.encodedHost = host
        parts.fragment = nil
        guard let normal = parts.url else { throw .badRequest("The picture's address is not a URL.") }
        self.url = normal
        self.host = host
    }

    /// Returns true for an authority in ASCII. FoundationEssentials cannot convert other scripts to their ASCII form.
    private static func hasPlainAuthority(_ text: String) -> Bool {
        guard let start = text.firstRange(of: "://")?.upperBound else { return true }
        return text[start...].prefix { !"/?#".contains($0) }.allSatisfy(\.isASCII)
    }

    /// Returns true for a host without percent signs and other characters that parsers read in different ways.
    private static func isPlain(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        // The host is in lower case already.
        return host.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-._") }
    }

    /// The host without brackets.
    var bareHost: String { IPAddress.bare(host) }

    /// The port; `nil` for the default port of the scheme.
    var unusualPort: Int? { url.port.flatMap { $0 == (url.scheme == "http" ? 80 : 443) ? nil : $0 } }

    /// The host as settings of allowed hosts have it, with its port unless that is the default.
    var listedHost: String { host + (unusualPort.map { ":\($0)" } ?? "") }

    var scheme: String { url.scheme ?? "" }
    var port: Int { url.port ?? (url.scheme == "http" ? 80 : 443) }

    /// The percent-encoded path from its first slash on; empty where there is none.
    var path: String { URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? "" }

    /// The scheme, host and port, as a key.
    var server: String { "\(scheme)://\(host):\(port)" }

    /// The whole address, for the request.
    var address: String { url.absoluteString }

    /// Returns the target of a redirect, which may be relative.
    func redirected(to location: String) throws(HTTPError) -> FetchTarget {
        guard let next = URL(string: location, relativeTo: url)?.absoluteURL else {
            throw HTTPError(.badGateway, "The picture's server redirects to what is no address.")
        }
        return try FetchTarget(next)
    }
}

/// A host of the setting of allowed hosts: `example.org`, `*.example.org` for all subdomains, `*` for all hosts; with `:PORT` for other than the
/// default port.
///
/// It also completes names of pictures that begin with a host and have no scheme: they are addresses of `https`, or of `http` where the setting
/// begins with `http://`.
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

    /// Splits a host and the port behind it.
    private static func parts(_ text: String) -> (name: String, port: Int?) {
        // An IPv6 address in brackets has colons of its own.
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            !text[..<colon].contains(":") || text[..<colon].hasSuffix("]")
        else { return (text, nil) }
        return (String(text[..<colon]), port)
    }

    /// Returns the address of a name that has no scheme and begins with this host; `nil` for other names. For `*`, a host needs a dot.
    func address(of text: String) -> String? {
        guard let slash = text.firstIndex(of: "/"), !isAny || text[..<slash].contains(".") else { return nil }
        let (host, port) = Self.parts(text[..<slash].lowercased())
        guard matches(host: host, port: port == (scheme == "http" ? 80 : 443) ? nil : port) else { return nil }
        return "\(scheme)://\(text)"
    }

    /// True for a host with a port.
    var hasPort: Bool { port != nil }

    /// True for `*`.
    var isAny: Bool { name == "*" }

    /// Returns true for a host that the setting allows. `host` is in lower case, an IPv6 address in brackets; `port` is `nil` for the default port of
    /// the scheme.
    func matches(host: String, port: Int?) -> Bool {
        guard self.port == port else { return false }
        if name == "*" { return true }
        if name.hasPrefix("*.") { return host.hasSuffix(name.dropFirst()) }
        return host == name
    }
}
