import HTTPTypes
import PostcardCore
import Synchronization

/// A request rate limit for each client, based on the token bucket algorithm.
final class ClientRates: Sendable {
    private struct Bucket {
        /// The number of requests that the client may send now.
        var left: Double
        var seen: ContinuousClock.Instant
    }
    private let perSecond: Double
    private let burst: Double
    private let limit: Int
    private let buckets = Mutex<[NameKey: Bucket]>([:])

    /// - Parameters:
    ///   - perSecond: the sustained rate in requests per second.
    ///   - burst: the maximum number of requests that an idle client may send at once.
    ///   - limit: the maximum number of clients to remember, at about 150 bytes each.
    init(perSecond: Double, burst: Int, limit: Int = 100_000) {
        self.perSecond = perSecond
        self.burst = Double(burst)
        self.limit = limit
    }

    /// Counts a request from a client.
    ///
    /// - Throws: `HTTPError` with status 429 and the number of seconds until the next request is allowed.
    func admit(_ client: String, at now: ContinuousClock.Instant) throws(HTTPError) {
        let missing = buckets.withLock { buckets in
            var bucket = buckets[client] ?? newcomer(&buckets, at: now)
            bucket.left = refilled(bucket, at: now)
            bucket.seen = now
            let isAdmitted = bucket.left >= 1
            if isAdmitted { bucket.left -= 1 }
            buckets[client] = bucket
            return isAdmitted ? 0 : 1 - bucket.left
        }
        guard missing > 0 else { return }
        throw HTTPError(
            .tooManyRequests, "This client exceeded its request rate. Try again later.",
            retryAfter: Int((missing / perSecond).rounded(.up)), refusal: .rate)
    }

    /// Undoes ``admit(_:at:)`` for one request.
    func giveBack(_ client: String) {
        buckets.withLock { buckets in
            if let bucket = buckets[client] { buckets[client]?.left = min(burst, bucket.left + 1) }
        }
    }

    /// The number of remembered clients.
    var count: Int { buckets.withLock { $0.count } }

    /// Returns the number of requests that a bucket allows at `now`: the requests that were left at `seen`, plus those gained since then.
    private func refilled(_ bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
        min(burst, bucket.left + (now - bucket.seen) / .seconds(1) * perSecond)
    }

    /// Returns a full bucket for a new client. At the limit, forgets clients whose buckets are full again, since new buckets would be
    /// identical. If no bucket is full, forgets all clients.
    private func newcomer(_ buckets: inout [NameKey: Bucket], at now: ContinuousClock.Instant) -> Bucket {
        if buckets.count >= limit {
            buckets = buckets.filter { refilled($0.value, at: now) < burst }
            if buckets.count >= limit { buckets.removeAll(keepingCapacity: true) }
        }
        return Bucket(left: burst, seen: now)
    }
}
