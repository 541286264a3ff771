import PostcardCrypto
import HTTPTypes
import PlatformFoundation
import PostcardCore

/// The cookie of somebody who signed in with a token, so that scripts need not keep the token.
///
/// Its value is `EXPIRES.NONCE.MAC.NAME`: the name of the token and an end, under a key that is derived from the token. So nothing is stored,
/// services with the same tokens agree, and a token that is removed or replaced ends its sessions.
struct SessionCookie: Sendable, Equatable {
    /// The name of the token.
    let name: String
    /// Seconds since 1970.
    let expires: Int
    /// True for a cookie that browsers send over TLS alone.
    let isSecure: Bool

    /// Seconds that a session lasts after it was begun or renewed.
    static let lifetime = 30 * 86_400
    /// True when less than all but a day of it is left.
    func isOld(at now: Int) -> Bool { expires - now < Self.lifetime - 86_400 }

    /// The name of the cookie on TLS, which no other host of the domain can set, RFC 6265bis section 4.1.3.2.
    private static let secureName = "__Host-postcard"

    /// The name of the cookie on plain HTTP. Cookies are for all ports of a host, so the port is in it.
    private static func plainName(_ authority: String?) -> String {
        let port = (authority ?? "").split(separator: ":").last.flatMap { UInt16($0) }
        return "postcard-\(port ?? 80)"
    }

    /// The values of the session cookies of a request.
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

    /// The value of a new session. `nonce` has random bytes, by which no two sessions are the same.
    static func value(for token: APIToken, expires: Int, nonce: [UInt8]) -> String {
        let head = "\(expires).\(Base64.urlSafe.encode(nonce))"
        let mac = HMAC<SHA256>.authenticationCode(for: Data("\(head).\(token.name)".utf8), using: token.sessionKey)
        return "\(head).\(Base64.urlSafe.encode(Array(mac))).\(token.name)"
    }

    /// Reads a value that was made for one of the tokens and has not ended. `now` is in seconds since 1970.
    init?(_ value: Substring, isSecure: Bool, at now: Int, token: (String) -> APIToken?) {
        let parts = value.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard value.utf8.count <= 512, parts.count == 4, let expires = Int(parts[0]), now < expires,
            let token = token(String(parts[3])), let mac = Base64.urlSafe.decode(String(parts[2])),
            HMAC<SHA256>.isValidAuthenticationCode(
                mac, authenticating: Data("\(parts[0]).\(parts[1]).\(parts[3])".utf8), using: token.sessionKey)
        else { return nil }
        (name, self.expires, self.isSecure) = (token.name, expires, isSecure)
    }

    /// The field that sets the cookie.
    static func field(_ value: String, isSecure: Bool, authority: String?) -> String {
        field(isSecure ? secureName : plainName(authority), value, seconds: lifetime, isSecure: isSecure)
    }

    /// The fields that remove it.
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
