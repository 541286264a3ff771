import Logging
import PlatformFoundation
import PostcardCore

/// All requests to one host: in turn, politely, and again where that helps.
struct HostSession: Sendable {
    /// The name of the host in messages, such as `Flickr`.
    let service: String

    let transport: any HTTPTransport
    let policy: RetryPolicy
    let limiter: RateLimiter
    /// Is told of every attempt that failed; `nil` for silence.
    let logger: Logger?

    /// Sends a request until its answer is of use or the policy gives up. `makeRequest` is called for each attempt: what the last one
    /// brought need not come again. `read` makes something of an answer, whatever its status; it throws ``SourceError`` for what the
    /// policy shall judge, and what else it throws goes to the caller at once.
    func send<Value>(
        _ makeRequest: () async throws -> HTTPTransportRequest, read: (HTTPTransportResponse) async throws -> Value
    ) async throws -> Value {
        try await policy.retry(limiter.clock) {
            try await limiter.waitForTurn()
            try Task.checkCancellation()
            return try await read(try await transport.send(try await makeRequest()))
        } waiting: { delay, attempt, error in
            logger?.notice(
                "Attempt failed, trying again.",
                metadata: [
                    "service": "\(service)", "attempt": "\(attempt)", "delay": "\(delay)", "reason": "\(error.message)",
                ])
            if case .status = error.cause {
                // The host is in trouble, not this one request: the others have to wait as well.
                await limiter.pause(for: delay)
            } else {
                try await limiter.clock.sleep(delay)
            }
        }
    }
}

extension HostSession {
    /// Asks for JSON.
    ///
    /// - Parameters:
    ///   - url: The address, with the query.
    ///   - headers: Header fields.
    ///   - refusal: Makes an error of an answer with another status than 200, and its JSON if it has any. `nil` where the status says
    ///     all, as the function, or as what it makes of an answer.
    ///   - read: Makes something of an answer and its JSON; `nil` of what is not the JSON it should be.
    func json<Value>(
        at url: URL, headers: [String: String] = [:],
        refusal: ((HTTPTransportResponse, JSONValue?) -> SourceError?)? = nil,
        read: (HTTPTransportResponse, JSONValue) throws -> Value?
    ) async throws -> Value {
        let request = HTTPTransportRequest(
            url: url, headers: headers, maximumBodyBytes: 8 << 20, timeout: .seconds(15))
        return try await send({ request }) { response in
            guard response.status == 200 else {
                // Without a function nobody reads the body.
                let said = try await refusal?(response, JSONValue(reply: response.body.collect()))
                throw said ?? SourceError(status: response, from: service)
            }
            guard let reply = JSONValue(reply: try await response.body.collect()), let value = try read(response, reply)
            else {
                let servers = service.hasSuffix("s") ? "\(service)'" : "\(service)'s"
                throw SourceError(
                    .badReply, "\(servers) answer is not the JSON it should be. Try again later.", .garbled)
            }
            return value
        }
    }
}

/// Lets requests to one host pass at a polite distance from each other, and holds all of them back when the host asks.
actor RateLimiter {
    /// The least time between two requests.
    private let interval: Duration
    let clock: RequestClock
    private var nextTurn: Duration

    /// Lets the first request pass at once.
    init(interval: Duration, clock: RequestClock) {
        self.interval = interval
        self.clock = clock
        nextTurn = clock.now()
    }

    /// Returns when a request may be sent.
    func waitForTurn() async throws {
        // While one waits the turn may move: others pass, or the host asks for a pause.
        while true {
            let now = clock.now()
            guard now < nextTurn else {
                nextTurn = now + interval
                return
            }
            try await clock.sleep(nextTurn - now)
        }
    }

    /// Holds all requests back for `delay`, whichever of them the host refused.
    func pause(for delay: Duration) {
        nextTurn = max(nextTurn, clock.now() + delay)
    }
}

/// The time and the chance that waiting between requests depends on, handed in so that tests need neither.
public struct RequestClock: Sendable {
    /// The time since some fixed moment; it never goes back.
    let now: @Sendable () -> Duration

    /// Waits so long, or throws `CancellationError`.
    let sleep: @Sendable (Duration) async throws -> Void

    /// A random number in 0..<1.
    let random: @Sendable () -> Double

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - clock: What measures time and waits.
    ///   - random: A random number in 0..<1, for delays that differ from client to client.
    public init<C: Clock>(_ clock: C, random: @escaping @Sendable () -> Double) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
        self.random = random
    }

    /// Real time and real chance.
    public static var system: RequestClock {
        RequestClock(ContinuousClock(), random: { .random(in: 0..<1) })
    }
}
