import PostcardCrypto
import PostcardCore
import Synchronization

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
