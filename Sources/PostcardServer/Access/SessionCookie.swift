import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardCrypto
import Synchronization

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

/// Tickets that sign somebody in once, for a few minutes: they stand in addresses that a program opens.
final class SignInTickets: Sendable {
    /// The result of using a ticket.
    enum Use: Sendable, Equatable {
        /// The name of the token that it signs in with.
        case accepted(String)
        case alreadyUsed
        case unknown
    }

    private struct Ticket {
        /// `nil` when it was used.
        var token: String?
        let end: ContinuousClock.Instant
        let onUse: @Sendable () -> Void
    }

    /// The time for which a ticket is good.
    static let lifetime = Duration.seconds(600)
    private static let byteCount = 32
    private let tickets = Mutex<[Digest: Ticket]>([:])

    /// A new ticket for a token, of 256 random bits; `onUse` is called when it is used.
    func make(
        for token: String, random: (Int) -> [UInt8], at now: ContinuousClock.Instant,
        onUse: @escaping @Sendable () -> Void = {}
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
    func use(_ text: String, at now: ContinuousClock.Instant) -> Use {
        let digest = SHA256.hash(data: Array(text.utf8))
        let ticket = tickets.withLock { tickets in
            defer { tickets[digest]?.token = nil }
            return tickets[digest]
        }
        guard let ticket, now < ticket.end else { return .unknown }
        guard let token = ticket.token else { return .alreadyUsed }
        ticket.onUse()
        return .accepted(token)
    }
}
