import HTTPTypes
import PlatformFoundation
import PostcardCore

/// An http or https address, taken apart in one way only: what is checked is what is asked for.
struct FetchTarget: Sendable {
    private let url: URL
    /// In lower case; IPv6 addresses in brackets.
    let host: String

    /// - Throws: `HTTPError` for other schemes, for user names in addresses, and for what is no address.
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

    /// True without letters of other scripts, whose ASCII spelling FoundationEssentials does not know.
    private static func hasPlainAuthority(_ text: String) -> Bool {
        guard let start = text.firstRange(of: "://")?.upperBound else { return true }
        return text[start...].prefix { !"/?#".contains($0) }.allSatisfy(\.isASCII)
    }

    /// Percent signs and other characters that parsers read in different ways have no place in a host.
    private static func isPlain(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        // In lower case already.
        return host.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-._") }
    }

    /// The host without brackets.
    var bareHost: String { IPAddress.bare(host) }

    /// The port, unless it is the usual one of the scheme.
    var unusualPort: Int? { url.port.flatMap { $0 == (url.scheme == "http" ? 80 : 443) ? nil : $0 } }

    /// The host as the list of those has it that may be fetched from, with a port that is unusual.
    var listedHost: String { host + (unusualPort.map { ":\($0)" } ?? "") }

    var scheme: String { url.scheme ?? "" }
    var port: Int { url.port ?? (url.scheme == "http" ? 80 : 443) }

    /// Percent-encoded, from its first slash on; empty where there is none.
    var path: String { URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? "" }

    /// The scheme, host and port.
    var server: String { "\(scheme)://\(host):\(port)" }

    /// The target of the request.
    var address: String { url.absoluteString }

    func redirected(to location: String) throws(HTTPError) -> FetchTarget {
        guard let next = URL(string: location, relativeTo: url)?.absoluteURL else {
            throw HTTPError(.badGateway, "The picture's server redirects to what is no address.")
        }
        return try FetchTarget(next)
    }
}

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
