import HTTPTypes
import NIOCore
import PostcardCore
import Synchronization

/// The limits that requests can exceed, by which they are refused with 503 or 429.
enum Overload: String, CaseIterable {
    case pixels, decoders, sheets, fetches, videos, library, places, shares, jobs, memory, rate
    case sourceBytes = "source_bytes"
    case fetchedBytes = "fetched_bytes"
    case uploadBytes = "upload_bytes"
    case responseBytes = "response_bytes"
    case openFiles = "open_files"
}

/// A semaphore of a number of units, such as bytes or pixels. Requests beyond its queue or timeout are refused with `HTTPError`.
typealias WeightedSemaphore = PostcardCore.WeightedSemaphore<HTTPError>

extension WeightedSemaphore {
    /// - Parameter resource: the limit that a refusal names.
    convenience init(
        total: Int, of resource: Overload, queueLimit: Int, timeout: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            total: total, queueLimit: queueLimit, timeout: timeout, clock: clock, refusal: .overloaded(resource))
    }
}

/// Does `work`, and cancels it after `limit` on a clock.
///
/// - Throws: the error of the work; `HTTPError` with status 504 after `limit`.
func withDeadline<Result: Sendable>(
    _ limit: Duration, on clock: any Clock<Duration>, _ detail: String = "The picture's server takes too long.",
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTimeout(clock.deadline(after: limit), throwing: HTTPError(.gatewayTimeout, detail), do: work)
}

/// The memory for responses that clients have not taken yet: a limit for all clients, of which each client may have an eighth.
struct ResponseBudget: Sendable {
    /// A share of the memory, given back when it is deallocated.
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

    /// The bytes that each client has not taken yet.
    fileprivate final class Shares: Sendable {
        private let used = Mutex<[NameKey: Int]>([:])

        /// Counts bytes of a client; returns false above the limit. One response alone may be larger.
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
    /// The client whose bytes are counted; `nil` for all, and for a client of a Unix socket, which has no address.
    private var client: String?

    private static let clientsShare = 8

    init(_ all: WeightedSemaphore) { self.all = all }

    /// Returns a budget that also counts the bytes of one client.
    func share(of client: String) -> ResponseBudget {
        var share = self
        share.client = client == IPAddress.unknown ? nil : IPAddress.network(of: client)
        return share
    }

    /// Takes memory for a response.
    ///
    /// - Throws: `HTTPError` with status 503 when all clients, or this one, have too many bytes that they have not taken.
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
