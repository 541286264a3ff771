import HTTPTypes
import PlatformFoundation
import PostcardCore

/// An http or https URL in normalized form, so that the URL that is checked is also the one that is requested.
struct FetchTarget: Sendable {
    private let url: URL
    /// The host in lowercase; an IPv6 address is in brackets.
    let host: String

    /// - Throws: `HTTPError` with status 400 for other schemes, user names, and malformed URLs.
    init(_ text: String) throws(HTTPError) {
        guard Self.hasPlainAuthority(text) else {
            throw .badRequest("The host in the picture's URL is not ASCII. Write it as xn--….")
        }
        guard let url = URL(string: text) else { throw .badRequest("The picture's URL is invalid.") }
        try self.init(url)
    }

    private init(_ url: URL) throws(HTTPError) {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.encodedHost?.lowercased(), !host.isEmpty
        else { throw .badRequest("The picture's URL must be an http or https URL with a host.") }
        guard parts.user == nil, parts.password == nil else {
            throw .badRequest("The picture's URL must not contain a user name.")
        }
        guard Self.isPlain(host) else { throw .badRequest("The host in the picture's URL has invalid characters.") }
        parts.scheme = scheme
        parts.encodedHost = host
        parts.fragment = nil
        guard let normal = parts.url else { throw .badRequest("The picture's URL is invalid.") }
        self.url = normal
        self.host = host
    }

    /// Returns true if the authority is ASCII. FoundationEssentials can't convert other scripts to their ASCII form.
    private static func hasPlainAuthority(_ text: String) -> Bool {
        guard let start = text.firstRange(of: "://")?.upperBound else { return true }
        return text[start...].prefix { !"/?#".contains($0) }.allSatisfy(\.isASCII)
    }

    /// Returns true if a host contains no percent signs or other characters that parsers interpret differently.
    private static func isPlain(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        // The host is already in lowercase.
        return host.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-._") }
    }

    /// The host without brackets.
    var bareHost: String { IPAddress.bare(host) }

    /// The port; `nil` for the default port of the scheme.
    var unusualPort: Int? { url.port.flatMap { $0 == (url.scheme == "http" ? 80 : 443) ? nil : $0 } }

    /// The host as written in the allowed hosts setting, with its port unless that is the default port.
    var listedHost: String { host + (unusualPort.map { ":\($0)" } ?? "") }

    var scheme: String { url.scheme ?? "" }
    var port: Int { url.port ?? (url.scheme == "http" ? 80 : 443) }

    /// The percent-encoded path, starting with its first slash; empty if there is none.
    var path: String { URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? "" }

    /// The scheme, host and port, as a key.
    var server: String { "\(scheme)://\(host):\(port)" }

    /// The whole URL, for the request.
    var address: String { url.absoluteString }

    /// Returns the target of a redirect, which can be relative.
    func redirected(to location: String) throws(HTTPError) -> FetchTarget {
        guard let next = URL(string: location, relativeTo: url)?.absoluteURL else {
            throw HTTPError(.badGateway, "The picture's server redirects to an invalid URL.")
        }
        return try FetchTarget(next)
    }
}
