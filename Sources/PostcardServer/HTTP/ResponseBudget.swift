import PostcardCore
import Synchronization

/// The memory for responses that clients have not read yet. Each client may use an eighth of the limit for all clients.
struct ResponseBudget: Sendable {
    /// A share of the memory, which is released when the permit is deallocated.
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

    /// The number of bytes that each client has not read yet.
    fileprivate final class Shares: Sendable {
        private let used = Mutex<[NameKey: Int]>([:])

        /// Counts bytes for a client; returns false if they would exceed the limit. A client's only unread response may exceed the limit.
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

    /// The limit for all clients together.
    let all: WeightedSemaphore
    private let shares = Shares()
    /// The client whose bytes are counted; `nil` for all clients together, and for clients on Unix sockets, which have no IP address.
    private var client: String?

    private static let clientsShare = 8

    init(_ all: WeightedSemaphore) { self.all = all }

    /// Returns a budget that also counts the bytes of one client.
    func share(of client: String) -> ResponseBudget {
        var share = self
        share.client = client == IPAddress.unknown ? nil : IPAddress.network(of: client)
        return share
    }

    /// Reserves memory for a response.
    ///
    /// - Throws: `HTTPError` with status 503 if all clients together, or this client, have too many unread bytes.
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
