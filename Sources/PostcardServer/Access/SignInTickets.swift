import PostcardCore
import PostcardCrypto
import Synchronization

/// One-time tickets for signing in, contained in URLs such as the one in a QR code.
final class SignInTickets: Sendable {
    /// The result of using a ticket.
    enum Use: Sendable, Equatable {
        /// The ticket was valid; the value is the name of its token.
        case accepted(String)
        case alreadyUsed
        case unknown
    }

    /// A ticket, stored under the hash of its text.
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

    /// Makes a ticket of 256 random bits for a token. Using the ticket calls `onUse`; if `onUse` throws, the ticket can be used again.
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

    /// Uses a ticket, which is then no longer valid.
    ///
    /// - Throws: the error from `onUse`.
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
