import HTTPTypes
import Synchronization

/// Lets each client ask only so often: a bucket of tokens for each, which fills again with time.
final class ClientRates: Sendable {
    private struct Bucket {
        /// Requests that it may send now.
        var left: Double
        var seen: ContinuousClock.Instant
    }
    private let perSecond: Double
    private let burst: Double
    private let limit: Int
    private let buckets = Mutex<[String: Bucket]>([:])

    /// - Parameters:
    ///   - perSecond: requests a second in the long run.
    ///   - burst: requests that one who was quiet may send at once.
    ///   - limit: how many clients are remembered; about 150 bytes each.
    init(perSecond: Double, burst: Int, limit: Int = 100_000) {
        self.perSecond = perSecond
        self.burst = Double(burst)
        self.limit = limit
    }

    /// Counts a request.
    ///
    /// - Throws: `HTTPError` with status 429, which says when to come again.
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
            .tooManyRequests, "This client sends more requests than it may. Try again later.",
            retryAfter: Int((missing / perSecond).rounded(.up)), refusal: .rate)
    }

    /// Forgets a request that was counted.
    func giveBack(_ client: String) {
        buckets.withLock { buckets in
            if let bucket = buckets[client] { buckets[client]?.left = min(burst, bucket.left + 1) }
        }
    }

    /// The number of clients that are remembered.
    var count: Int { buckets.withLock { $0.count } }

    private func refilled(_ bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
        min(burst, bucket.left + (now - bucket.seen) / .seconds(1) * perSecond)
    }

    /// A full bucket. When there are too many, those that are full again are forgotten, since a new one would be the same;
    /// if that is not enough, all of them, because whoever has so many addresses cannot be held up by address.
    private func newcomer(_ buckets: inout [String: Bucket], at now: ContinuousClock.Instant) -> Bucket {
        if buckets.count >= limit {
            buckets = buckets.filter { refilled($0.value, at: now) < burst }
            if buckets.count >= limit { buckets.removeAll(keepingCapacity: true) }
        }
        return Bucket(left: burst, seen: now)
    }
}
