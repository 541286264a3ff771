internal import Crypto
internal import PostcardCore
internal import Synchronization

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
    }

    /// The time for which a ticket is good.
    static let lifetime = Duration.seconds(600)
    private static let byteCount = 32
    private let tickets = Mutex<[SHA256Digest: Ticket]>([:])

    /// A new ticket for a token, of 256 random bits.
    func make(for token: String, random: (Int) -> [UInt8], at now: ContinuousClock.Instant) -> String {
        let text = Base64.urlSafe.encode(random(Self.byteCount))
        tickets.withLock { tickets in
            tickets = tickets.filter { now < $0.value.end }
            tickets[SHA256.hash(data: Array(text.utf8))] = Ticket(token: token, end: now + Self.lifetime)
        }
        return text
    }

    /// Uses a ticket up.
    func use(_ text: String, at now: ContinuousClock.Instant) -> Use {
        tickets.withLock { tickets in
            let digest = SHA256.hash(data: Array(text.utf8))
            guard let ticket = tickets[digest], now < ticket.end else { return .unknown }
            tickets[digest]?.token = nil
            return ticket.token.map(Use.accepted) ?? .alreadyUsed
        }
    }
}
