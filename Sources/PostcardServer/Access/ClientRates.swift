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

/// Tells who a client is, also behind proxies that we trust.
struct ClientAddress: Sendable {
    private let proxies: [IPAddress]

    /// `proxies` are the addresses whose `X-Forwarded-For` is believed.
    init(trusting proxies: [String]) throws(StartupError) {
        self.proxies = try proxies.map { text throws(StartupError) in
            guard let address = IPAddress(parsing: text) else {
                throw .badSetting("trustedProxies has \(text), which is not an address such as 10.0.0.1.")
            }
            return address
        }
    }

    /// The address that a request came from: that of the connection or, when a trusted proxy made it, the last one that the
    /// proxies name and that is not one of them. What stands before it anybody could have written.
    func client(_ headers: HTTPFields, peer: String) -> String {
        guard !proxies.isEmpty else { return peer }
        // Only users of this machine may open a socket of the file system.
        var client = IPAddress(parsing: peer)
        guard peer == IPAddress.unknown || client.map(proxies.contains) == true else { return peer }
        let named = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for text in named.reversed() {
            guard let address = IPAddress(forwarded: text.trimmingSpaces()) else { break }
            client = address
            if !proxies.contains(address) { break }
        }
        return client.map { "\($0)" } ?? peer
    }

}

extension IPAddress {
    /// Reads what proxies name a client by: an address, which may have a port behind it, as `192.0.2.1:4711` or
    /// `[2001:db8::1]:4711`.
    fileprivate init?(forwarded text: some StringProtocol) {
        let text = String(text)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            self.init(parsing: String(text[..<end].dropFirst()))
        } else if text.count(where: { $0 == ":" }) == 1 {
            self.init(parsing: String(text.prefix { $0 != ":" }))
        } else {
            self.init(parsing: text)
        }
    }
}
