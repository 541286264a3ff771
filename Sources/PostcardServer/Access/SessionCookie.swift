import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardCrypto

/// The cookie of a session that was started with a token. With the cookie, scripts don't need to store the token.
///
/// Its value is `EXPIRES.NONCE.MAC.NAME`. The MAC covers the rest, with a key derived from the token `NAME`. The service stores nothing:
/// services with the same tokens accept each other's sessions, and removing a token ends its sessions.
struct SessionCookie: Sendable, Equatable {
    /// The name of the token.
    let name: String
    /// The time at which the session expires, in seconds since 1970.
    let expires: Int
    /// True if browsers send the cookie over TLS only.
    let isSecure: Bool

    /// The length of a session in seconds, from its start or renewal.
    static let lifetime = 30 * 86_400
    /// Returns true if the session is more than a day old and must be renewed. `now` is in seconds since 1970.
    func isOld(at now: Int) -> Bool { expires - now < Self.lifetime - 86_400 }

    /// The name of the cookie over TLS. Other hosts of the domain can't set a `__Host-` cookie, RFC 6265bis section 4.1.3.2.
    private static let secureName = "__Host-postcard"

    /// Returns the name of the cookie over plain HTTP. The name contains the port, since a cookie applies to all ports of a host.
    private static func plainName(_ authority: String?) -> String {
        let port = (authority ?? "").split(separator: ":").last.flatMap { UInt16($0) }
        return "postcard-\(port ?? 80)"
    }

    /// Returns the values of the session cookies in a request.
    static func values(in request: HTTPRequest) -> [(text: Substring, isSecure: Bool)] {
        let names = [secureName, plainName(request.authority)]
        let pairs = request.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.prefix(200)
        return pairs.compactMap { pair in
            let pair = pair.trimmingSpaces()
            let name = pair.prefix { $0 != "=" }
            guard names.contains(String(name)) else { return nil }
            return (pair[name.endIndex...].dropFirst(), name == secureName)
        }
    }

    /// Returns true if a request belongs to a session whose browser must not store responses.
    ///
    /// Signing out clears caches with `Clear-Site-Data`, which works wherever browsers send `Sec-Fetch-Site`. Over plain HTTP, the header
    /// has no effect, so stored pictures would stay on a phone.
    static func forbidsCaches(_ request: HTTPRequest) -> Bool {
        request.headerFields[.secFetchSite] == nil && !values(in: request).isEmpty
    }

    /// Returns the value of a new session cookie. `nonce` is random, so that no two sessions are the same.
    static func value(for token: APIToken, expires: Int, nonce: [UInt8]) -> String {
        let head = "\(expires).\(Base64.urlSafe.encode(nonce))"
        let mac = HMAC<SHA256>.authenticationCode(for: Data("\(head).\(token.name)".utf8), using: token.sessionKey)
        return "\(head).\(Base64.urlSafe.encode(Array(mac))).\(token.name)"
    }

    /// Reads the value of a cookie; `nil` if it is malformed, expired, or not signed with a known token. `now` is in seconds since 1970.
    init?(_ value: Substring, isSecure: Bool, at now: Int, token: (String) -> APIToken?) {
        let parts = value.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard value.utf8.count <= 512, parts.count == 4, let expires = Int(parts[0]), now < expires,
            let token = token(String(parts[3])), let mac = Base64.urlSafe.decode(String(parts[2])),
            HMAC<SHA256>.isValidAuthenticationCode(
                mac, authenticating: Data("\(parts[0]).\(parts[1]).\(parts[3])".utf8), using: token.sessionKey)
        else { return nil }
        (name, self.expires, self.isSecure) = (token.name, expires, isSecure)
    }

    /// Returns the header that sets the cookie.
    static func field(_ value: String, isSecure: Bool, authority: String?) -> String {
        field(isSecure ? secureName : plainName(authority), value, seconds: lifetime, isSecure: isSecure)
    }

    /// Returns the headers that remove the cookie.
    static func removal(authority: String?) -> [String] {
        [
            field(secureName, "", seconds: 0, isSecure: true),
            field(plainName(authority), "", seconds: 0, isSecure: false),
        ]
    }

    private static func field(_ name: String, _ value: String, seconds: Int, isSecure: Bool) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    }
}
