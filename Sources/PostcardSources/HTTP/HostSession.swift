import Logging
import PlatformFoundation
import PostcardCore
import PostcardPhotos
import Synchronization

/// Sends requests to one host, at a limited rate and with retries.
final class HostSession: Sendable {
    /// The name of the host in messages, such as `Flickr`.
    let service: String

    private let client: HTTPClient
    private let policy: RetryPolicy
    private let interval: Duration
    private let clock: RequestClock
    private let logger: Logger?
    /// The time at which the next request may be sent.
    private let nextTurn: Mutex<Duration>

    /// Makes a session. The session's first request does not have to wait.
    ///
    /// - Parameters:
    ///   - service: the name of the host in messages.
    ///   - interval: the minimum time between two requests.
    ///   - logger: the log for failed attempts; `nil` for none.
    init(
        service: String, client: HTTPClient, policy: RetryPolicy, interval: Duration, clock: RequestClock,
        logger: Logger? = nil
    ) {
        self.service = service
        self.client = client
        self.policy = policy
        self.interval = interval
        self.clock = clock
        self.logger = logger
        nextTurn = Mutex(clock.now())
    }

    /// Sends a request, and retries according to the policy.
    ///
    /// - Parameters:
    ///   - makeRequest: makes the request for each attempt. The request may depend on the previous attempt.
    ///   - read: reads a response of any status. The policy decides whether to retry after a ``FailedAttempt``; other errors end the
    ///     attempts.
    /// - Returns: the result of `read`.
    func send<Value>(
        _ makeRequest: () async throws -> HTTPClient.Request, read: (HTTPClient.Response) async throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            do {
                try await waitForTurn()
                try Task.checkCancellation()
                return try await read(try await client.send(try await makeRequest()))
            } catch {
                let (delay, failure) = try policy.delay(after: error, attempt: attempt, clock)
                logger?.notice(
                    "Attempt failed, trying again.",
                    metadata: [
                        "service": "\(service)", "attempt": "\(attempt)", "delay": "\(delay)",
                        "reason": "\(failure.error.message)",
                    ])
                if case .status = failure.cause {
                    // The error affects the whole host, so other requests must also wait.
                    pause(for: delay)
                } else {
                    try await clock.sleep(for: delay)
                }
                attempt += 1
            }
        }
    }

    /// Waits until a request may be sent.
    func waitForTurn() async throws {
        // The turn can change during the wait: another request takes the turn, or the host requests a pause.
        while true {
            // Use a time instead of a delay: after a delay, a task that was suspended before the wait would wake too late.
            let next: Duration? = nextTurn.withLock { turn in
                let now = clock.now()
                guard now >= turn else { return turn }
                turn = now + interval
                return nil
            }
            guard let next else { return }
            try await clock.sleepUntil(next)
        }
    }

    /// Delays all requests by at least `delay` from now.
    func pause(for delay: Duration) { nextTurn.withLock { $0 = max($0, clock.now() + delay) } }
}

extension HostSession {
    /// Sends a request for JSON.
    ///
    /// - Parameters:
    ///   - url: the URL with its query.
    ///   - body: the body of a POST request; `nil` for a GET request.
    ///   - maximumBytes: the maximum length of the response.
    ///   - refusal: returns the error for a response whose status is not 200, given the response and its JSON, if any. If the function or
    ///     its result is `nil`, the default error for the status is thrown.
    ///   - read: returns the result for a response, given the response and its JSON; `nil` for unexpected JSON.
    func json<Value>(
        at url: URL, headers: [(name: String, value: String)] = [], posting body: [UInt8]? = nil,
        maximumBytes: Int = 8 << 20, refusal: ((HTTPClient.Response, JSONValue?) -> FailedAttempt?)? = nil,
        read: (HTTPClient.Response, JSONValue) throws -> Value?
    ) async throws -> Value {
        var request = HTTPClient.Request(
            url: url.absoluteString, headers: headers, maximumBodyBytes: maximumBytes, timeout: .seconds(15))
        if let body { (request.method, request.body) = ("POST", body) }
        return try await send({ [request] in request }) { response in
            guard response.status == 200 else {
                // The body is read only if `refusal` needs it.
                let refused = try await refusal?(response, Self.json(in: response.body.collect()))
                throw refused ?? FailedAttempt(status: response, from: service)
            }
            guard let json = Self.json(in: try await response.body.collect()), let value = try read(response, json)
            else {
                let servers = service.hasSuffix("s") ? "\(service)'" : "\(service)'s"
                throw FailedAttempt(
                    .badReply, "\(servers) response is not the expected JSON. Try again later.", .garbled)
            }
            return value
        }
    }

    /// Parses the body of a response: JSON or, from services that ignore `nojsoncallback`, JSON as the argument of a function call.
    ///
    /// - Returns: `nil` for anything else, such as an HTML page or broken JSON from an overloaded server.
    static func json(in body: [UInt8]) -> JSONValue? {
        var json = body[...]
        if let open = json.firstIndex(of: UInt8(ascii: "(")), let close = json.lastIndex(of: UInt8(ascii: ")")),
            open < close,
            json[..<open].allSatisfy({ $0 <= 0x20 || UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0 })
        {
            json = json[(open + 1)..<close]
        }
        // When overloaded, Flickr sends a trailing comma.
        while let last = json.last, last <= 0x20 { json.removeLast() }
        if json.suffix(2).elementsEqual(",}".utf8) { json.remove(at: json.endIndex - 2) }
        return try? json.withUnsafeBytes { try JSONValue(parsing: $0) }
    }
}

/// Values that services encode in different ways.
extension JSONValue {
    /// The text of a string or number, because some services send numbers as either `"12"` or `12`; `nil` for `""`, `null` and other
    /// values.
    var anyText: String? {
        // A `Double` can't hold all digits of a long id.
        if let whole = integer ?? number.flatMap({ Int(exactly: $0) }) { return "\(whole)" }
        if let number { return "\(number)" }
        return string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value as a whole number; `nil` if ``anyText`` is not a whole number.
    var anyInteger: Int? { anyText.flatMap { Int($0) } }

    /// The value as a finite number; `nil` if ``anyText`` is not a finite number.
    var anyNumber: Double? { anyText.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}
