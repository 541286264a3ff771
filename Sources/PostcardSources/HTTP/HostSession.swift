import Logging
import PlatformFoundation
import PostcardCore

/// The requests to one host, with a limited rate and with retries.
struct HostSession: Sendable {
    /// The name of the host in messages, such as `Flickr`.
    let service: String

    let transport: any HTTPTransport
    let policy: RetryPolicy
    let limiter: RateLimiter
    /// The log of failed attempts; `nil` for none.
    let logger: Logger?

    /// Sends a request, and retries as the policy says.
    ///
    /// - Parameters:
    ///   - makeRequest: makes the request of each attempt, which may depend on the attempt before.
    ///   - read: reads a response of any status. It throws ``SourceError`` for errors that the policy decides on; other errors end the attempts.
    /// - Returns: the result of `read`.
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
                // The whole host has the error, so the other requests must wait as well.
                await limiter.pause(for: delay)
            } else {
                try await limiter.clock.sleep(delay)
            }
        }
    }
}

extension HostSession {
    /// Sends a GET request for JSON.
    ///
    /// - Parameters:
    ///   - url: the URL with its query.
    ///   - headers: the header fields.
    ///   - refusal: returns the error for a response with a status other than 200 and its JSON, if it has any. A `nil` function or result means the
    ///     default error for the status.
    ///   - read: returns the result for a response and its JSON; `nil` for unexpected JSON.
    func json<Value>(
        at url: URL, headers: [String: String] = [:],
        refusal: ((HTTPTransportResponse, JSONValue?) -> SourceError?)? = nil,
        read: (HTTPTransportResponse, JSONValue) throws -> Value?
    ) async throws -> Value {
        let request = HTTPTransportRequest(
            url: url, headers: headers, maximumBodyBytes: 8 << 20, timeout: .seconds(15))
        return try await send({ request }) { response in
            guard response.status == 200 else {
                // The body is read only for `refusal`.
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

// MARK: - RateLimiter

/// A limiter that keeps a minimum interval between requests to one host, and pauses all of them on request of the host.
actor RateLimiter {
    /// The shortest time between two requests.
    private let interval: Duration
    let clock: RequestClock
    private var nextTurn: Duration

    /// Makes a limiter. The first request need not wait.
    init(interval: Duration, clock: RequestClock) {
        self.interval = interval
        self.clock = clock
        nextTurn = clock.now()
    }

    /// Waits until a request may be sent.
    func waitForTurn() async throws {
        // The turn may move during the wait: another request takes it, or the host asks for a pause.
        while true {
            let now = clock.now()
            guard now < nextTurn else {
                nextTurn = now + interval
                return
            }
            try await clock.sleep(nextTurn - now)
        }
    }

    /// Delays all requests by at least `delay`.
    func pause(for delay: Duration) {
        nextTurn = max(nextTurn, clock.now() + delay)
    }
}

// MARK: - RequestClock

/// A clock and a random number generator for the delays between requests. Tests replace both.
public struct RequestClock: Sendable {
    /// Returns the time since a fixed moment. It never decreases.
    let now: @Sendable () -> Duration

    /// Waits for a duration; throws `CancellationError`.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Returns a random number in 0..<1.
    let random: @Sendable () -> Double

    /// Makes a clock.
    ///
    /// - Parameters:
    ///   - clock: the clock that measures and waits.
    ///   - random: returns a random number in 0..<1, so that delays differ between clients.
    public init<C: Clock>(_ clock: C, random: @escaping @Sendable () -> Double) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
        self.random = random
    }

    /// The system's clock and random numbers.
    public static var system: RequestClock {
        RequestClock(ContinuousClock(), random: { .random(in: 0..<1) })
    }
}

/// Lenient reading of replies, in which services write the same value in different ways.
extension JSONValue {
    /// Parses the body of a reply: JSON, or JSON as the argument of a function call, from services that ignore `nojsoncallback`.
    ///
    /// - Returns: `nil` for anything else, such as an HTML page or broken JSON of an overloaded server.
    init?(reply body: [UInt8]) {
        var json = body[...]
        if let open = json.firstIndex(of: UInt8(ascii: "(")), let close = json.lastIndex(of: UInt8(ascii: ")")),
            open < close,
            json[..<open].allSatisfy({ $0 <= 0x20 || UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0 })
        {
            json = json[(open + 1)..<close]
        }
        // Flickr has sent a trailing comma when it was overloaded.
        while let last = json.last, last <= 0x20 { json.removeLast() }
        if json.suffix(2).elementsEqual(",}".utf8) { json.remove(at: json.endIndex - 2) }
        guard let value = try? json.withUnsafeBytes({ try JSONValue(parsing: $0) }) else { return nil }
        self = value
    }

    /// The text of a string or number, since some services send numbers as either: `"12"` or `12`. `nil` for `""`, `null` and other values.
    var anyText: String? {
        // A `Double` cannot hold all digits of a long id.
        if let whole = integer ?? number.flatMap({ Int(exactly: $0) }) { return "\(whole)" }
        if let number { return "\(number)" }
        return string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The whole number; `nil` if ``anyText`` is none.
    var anyInteger: Int? { anyText.flatMap { Int($0) } }

    /// The finite number; `nil` if ``anyText`` is none.
    var anyNumber: Double? { anyText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}
