import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardCrypto
import Synchronization

/// The cookie of a session that was signed in with a token, so that scripts need not keep the token.
///
/// Its value is `EXPIRES.NONCE.MAC.NAME`; the MAC covers the rest, under a key that is derived from the token `NAME`. The service stores nothing,
/// services with the same tokens accept each other's sessions, and removing a token ends its sessions.
struct SessionCookie: Sendable, Equatable {
    /// The name of the token.
    let name: String
    /// The end of the session in seconds since 1970.
    let expires: Int
    /// True for a cookie that browsers send over TLS only.
    let isSecure: Bool

    /// The length of a session in seconds, from its beginning or renewal.
    static let lifetime = 30 * 86_400
    /// Returns true when the session is more than a day old, and so is to be renewed. `now` is in seconds since 1970.
    func isOld(at now: Int) -> Bool { expires - now < Self.lifetime - 86_400 }

    /// The name of the cookie over TLS. By the prefix `__Host-`, no other host of the domain can set it, RFC 6265bis section 4.1.3.2.
    private static let secureName = "__Host-postcard"

    /// Returns the name of the cookie over plain HTTP. It has the port, since a cookie is valid for all ports of a host.
    private static func plainName(_ authority: String?) -> String {
        let port = (authority ?? "").split(separator: ":").last.flatMap { UInt16($0) }
        return "postcard-\(port ?? 80)"
    }

    /// Returns the values of the session cookies of a request.
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

    /// Returns true when the browser of a session must store no response. Browsers send `Sec-Fetch-Site` where they also heed `Clear-Site-Data`, which
    /// empties their caches; without encryption, pictures would stay on a phone that has signed out.
    static func forbidsCaches(_ request: HTTPRequest) -> Bool {
        request.headerFields[.secFetchSite] == nil && !values(in: request).isEmpty
    }

    /// Returns the value of a new session cookie. `nonce` is random, so that no two sessions are the same.
    static func value(for token: APIToken, expires: Int, nonce: [UInt8]) -> String {
        let head = "\(expires).\(Base64.urlSafe.encode(nonce))"
        let mac = HMAC<SHA256>.authenticationCode(for: Data("\(head).\(token.name)".utf8), using: token.sessionKey)
        return "\(head).\(Base64.urlSafe.encode(Array(mac))).\(token.name)"
    }

    /// Reads the value of a cookie; `nil` where it is malformed, expired, or not signed by a known token. `now` is in seconds since 1970.
    init?(_ value: Substring, isSecure: Bool, at now: Int, token: (String) -> APIToken?) {
        let parts = value.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard value.utf8.count <= 512, parts.count == 4, let expires = Int(parts[0]), now < expires,
            let token = token(String(parts[3])), let mac = Base64.urlSafe.decode(String(parts[2])),
            HMAC<SHA256>.isValidAuthenticationCode(
                mac, authenticating: Data("\(parts[0]).\(parts[1]).\(parts[3])".utf8), using: token.sessionKey)
        else { return nil }
        (name, self.expires, self.isSecure) = (token.name, expires, isSecure)
    }

    /// Returns the header field that sets the cookie.
    static func field(_ value: String, isSecure: Bool, authority: String?) -> String {
        field(isSecure ? secureName : plainName(authority), value, seconds: lifetime, isSecure: isSecure)
    }

    /// Returns the header fields that remove the cookie.
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

/// One-time tickets for signing in, which are part of addresses such as that of a QR code.
final class SignInTickets: Sendable {
    /// The result of using a ticket.
    enum Use: Sendable, Equatable {
        /// The ticket was valid; the value is the name of its token.
        case accepted(String)
        case alreadyUsed
        case unknown
    }

    /// A ticket, kept under the hash of its text.
    private struct Ticket {
        /// The name of the token; `nil` after the ticket was used.
        var token: String?
        let end: ContinuousClock.Instant
        let onUse: @Sendable () throws -> Void
    }

    /// The time for which a ticket is valid.
    static let lifetime = Duration.seconds(600)
    private static let byteCount = 32
    private let tickets = Mutex<[Digest: Ticket]>([:])

    /// Makes a ticket of 256 random bits for a token. `onUse` is called when it is used; after an error, the ticket can be used again.
    func make(
        for token: String, random: (Int) -> [UInt8], at now: ContinuousClock.Instant,
        onUse: @escaping @Sendable () throws -> Void = {}
    ) -> String {
        let text = Base64.urlSafe.encode(random(Self.byteCount))
        tickets.withLock { tickets in
            tickets = tickets.filter { now < $0.value.end }
            tickets[SHA256.hash(data: Array(text.utf8))] = Ticket(
                token: token, end: now + Self.lifetime, onUse: onUse)
        }
        return text
    }

    /// Uses a ticket up.
    ///
    /// - Throws: the error of `onUse`.
    func use(_ text: String, at now: ContinuousClock.Instant) throws -> Use {
        let digest = SHA256.hash(data: Array(text.utf8))
        let ticket = tickets.withLock { tickets in
            defer { tickets[digest]?.token = nil }
            return tickets[digest]
        }
        guard let ticket, now < ticket.end else { return .unknown }
        guard let token = ticket.token else { return .alreadyUsed }
        do {
            try ticket.onUse()
        } catch {
            tickets.withLock { $0[digest]?.token = token }
            throw error
        }
        return .accepted(token)
    }
}
