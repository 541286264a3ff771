import PostcardCore
import Synchronization

/// The memory for bytes of responses until clients have taken them: so much for all, and an eighth of it for each client.
struct ResponseRoom: Sendable {
    /// A share of the memory, given back with the last reference to it.
    final class Permit: Sendable {
        private let permit: WeightedSemaphore.Permit
        private let shares: Shares
        private let client: String?
        private let count: Int

        fileprivate init(_ permit: WeightedSemaphore.Permit, _ shares: Shares, _ client: String?, _ count: Int) {
            (self.permit, self.shares, self.client, self.count) = (permit, shares, client, count)
        }

        deinit { if let client { shares.giveBack(count, of: client) } }
    }

    /// The bytes that clients have not taken.
    fileprivate final class Shares: Sendable {
        private let used = Mutex<[String: Int]>([:])

        /// Counts bytes of a client. One response may be larger than a share.
        func take(_ count: Int, of client: String, limit: Int) -> Bool {
            used.withLock { used in
                let before = used[client] ?? 0
                guard before == 0 || before + count <= limit else { return false }
                used[client] = before + count
                return true
            }
        }

        func giveBack(_ count: Int, of client: String) {
            used.withLock { used in
                let left = (used[client] ?? 0) - count
                used[client] = left > 0 ? left : nil
            }
        }
    }

    /// For all clients.
    let all: WeightedSemaphore
    private let shares = Shares()
    /// The client whose share it is; `nil` for one that has no address, since it uses a socket of the file system.
    private var client: String?

    private static let clientsShare = 8

    init(_ all: WeightedSemaphore) { self.all = all }

    /// The same for a client alone.
    func share(of client: String) -> ResponseRoom {
        var room = self
        room.client = client == ConnectionContext.unknownClient ? nil : IPAddress.network(of: client)
        return room
    }

    /// - Throws: `HTTPError` with a refusal when clients, or this one, have not taken too many others.
    func permit(_ count: Int) throws(HTTPError) -> Permit {
        let permit = try all.permit(count)
        if let client {
            guard shares.take(count, of: client, limit: all.total / Self.clientsShare) else {
                throw HTTPError.overloaded(.responseBytes)
            }
        }
        return Permit(permit, shares, client, count)
    }
}
