import HTTPTypes
import NIOCore
import PostcardCore
import Synchronization

/// The reasons for which the service has a request come again later.
enum Overload: String, CaseIterable {
    case pixels, decoders, sheets, fetches, videos, library, places, shares, jobs, memory, rate
    case sourceBytes = "source_bytes"
    case fetchedBytes = "fetched_bytes"
    case uploadBytes = "upload_bytes"
    case responseBytes = "response_bytes"
    case openFiles = "open_files"
}

/// Lets only so much of something be in use at a time; requests that are refused are answered as overload is.
typealias WeightedSemaphore = PostcardCore.WeightedSemaphore<HTTPError>

extension WeightedSemaphore {
    /// `resource` is what there is too much of when somebody is refused.
    convenience init(total: Int, of resource: Overload, queueLimit: Int, timeout: Duration) {
        self.init(total: total, queueLimit: queueLimit, timeout: timeout, refusal: .overloaded(resource))
    }
}

/// The processes that decode pictures: as many at a time as there are processors, and no more than there is memory for.
///
/// Threads wait for them. There are more threads, so that pictures that need no process never wait for one.
struct PictureDecoders: Sendable {
    private let memory: WeightedSemaphore
    /// Bytes for each processor: 12 megapixels of HEIC.
    private static let memoryEach = 320 << 20

    /// `admission` makes a semaphore of so many bytes.
    init(_ admission: (_ total: Int) -> WeightedSemaphore) {
        memory = admission(System.coreCount * Self.memoryEach)
    }

    /// Does work in which one process at a time decodes, as soon as there is room for the largest. `bytes` is the memory of that; 0 for no
    /// process.
    func with<Value: Sendable>(_ bytes: Int, do work: () async throws -> Value) async throws -> Value {
        guard bytes > 0 else { return try await work() }
        return try await memory.with(max(bytes, Self.memoryEach), do: work)
    }
}

/// Does `work`, and cancels it when it takes longer than `limit`.
///
/// - Throws: what the work throws; `HTTPError` with status 504 when time is up.
func withDeadline<Result: Sendable>(
    _ limit: Duration, _ detail: String = "The picture's server takes too long.",
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTimeout(limit, throwing: HTTPError(.gatewayTimeout, detail), do: work)
}

/// The memory for bytes of responses until clients have taken them: so much for all, and an eighth of it for each client.
struct ResponseBudget: Sendable {
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
    func share(of client: String) -> ResponseBudget {
        var room = self
        room.client = client == IPAddress.unknown ? nil : IPAddress.network(of: client)
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
