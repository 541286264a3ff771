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

/// Replies of services, which word the same value now one way, now another.
extension JSONValue {
    /// Reads the body of a reply: bare JSON, or JSON in the call of a function, as a service that overlooks `nojsoncallback` sends.
    ///
    /// - Returns: `nil` when it is neither, such as the HTML page or broken JSON of an overloaded server.
    init?(reply body: [UInt8]) {
        var json = body[...]
        if let open = json.firstIndex(of: UInt8(ascii: "(")), let close = json.lastIndex(of: UInt8(ascii: ")")),
            open < close,
            json[..<open].allSatisfy({ $0 <= 0x20 || UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0 })
        {
            json = json[(open + 1)..<close]
        }
        // Flickr has sent a comma behind the last member when it was overloaded.
        while let last = json.last, last <= 0x20 { json.removeLast() }
        if json.suffix(2).elementsEqual(",}".utf8) { json.remove(at: json.endIndex - 2) }
        guard let value = try? json.withUnsafeBytes({ try JSONValue(parsing: $0) }) else { return nil }
        self = value
    }

    /// The text of a value that should be a text or a number and that the sender words as it likes: `"12"` or `12`; `nil` for `""`,
    /// for `null` and for what is neither.
    var anyText: String? {
        // A `Double` does not hold all digits of a long id.
        if let whole = integer ?? number.flatMap({ Int(exactly: $0) }) { return "\(whole)" }
        if let number { return "\(number)" }
        return string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The whole number, if ``anyText`` is one.
    var anyInteger: Int? { anyText.flatMap { Int($0) } }

    /// The finite number, if ``anyText`` is one.
    var anyNumber: Double? { anyText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}
