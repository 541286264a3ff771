import Logging

/// All requests to one host: in turn, politely, and again where that helps.
struct HostSession: Sendable {
    /// The name of the host in messages, such as `Flickr`.
    let service: String

    private let transport: any HTTPTransport
    private let policy: RetryPolicy
    private let clock: RequestClock
    private let limiter: RateLimiter
    private let logger: Logger?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - service: How the host is called in messages.
    ///   - transport: What carries the requests.
    ///   - policy: Whether and when to try again.
    ///   - interval: The least time between two requests.
    ///   - clock: What measures time and waits.
    ///   - logger: Is told of every attempt that failed; `nil` for silence.
    init(
        service: String, transport: any HTTPTransport, policy: RetryPolicy, interval: Duration, clock: RequestClock,
        logger: Logger?
    ) {
        self.service = service
        self.transport = transport
        self.policy = policy
        self.clock = clock
        self.limiter = RateLimiter(interval: interval, clock: clock)
        self.logger = logger
    }

    /// Sends a request until its answer is of use or the policy gives up. `read` makes something of an answer, whatever
    /// its status; it throws ``AttemptFailure`` for what the policy shall judge, and what else it throws goes to the
    /// caller at once.
    func send<Value>(
        _ request: HTTPTransportRequest, read: (HTTPTransportResponse) async throws -> Value
    ) async throws -> Value {
        try await send(each: { request }, read: read)
    }

    /// As ``send(_:read:)``, with a request of its own for each attempt: what the last one brought need not come again.
    func send<Value>(
        each makeRequest: () async throws -> HTTPTransportRequest,
        read: (HTTPTransportResponse) async throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            try await limiter.waitForTurn()
            try Task.checkCancellation()
            let failure: AttemptFailure
            do {
                return try await read(try await transport.send(try await makeRequest()))
            } catch let error as AttemptFailure {
                failure = error
            } catch let error as HTTPTransportError {
                failure = AttemptFailure(error)
            }
            guard let cause = failure.cause,
                let delay = policy.delay(forAttempt: attempt, after: cause, random: clock.random())
            else { throw failure.error }
            logger?.notice(
                "Attempt failed, trying again.",
                metadata: [
                    "service": "\(service)", "attempt": "\(attempt)", "delay": "\(delay)",
                    "reason": "\(failure.error.message)",
                ])
            if case .status = cause {
                // The host is in trouble, not this one request: the others have to wait as well.
                await limiter.pause(for: delay)
            } else {
                try await clock.sleep(delay)
            }
            attempt += 1
        }
    }
}
