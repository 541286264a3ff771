/// A policy for retries after a failure.
public struct RetryPolicy: Sendable, Hashable {
    /// A problem of an attempt.
    public enum Failure: Sendable, Hashable {
        /// The server answered with a status other than success, and perhaps said how long to leave it alone.
        case status(Int, retryAfter: Duration?)
        /// There was no complete answer.
        case transport(HTTPTransportError.Code)
        /// A successful answer whose body makes no sense, as overloaded services send.
        case garbled
        /// An answer that says in its body that the service is out of order for now.
        case outOfOrder
    }

    /// The maximum number of attempts, at least 1.
    public var maximumAttempts: Int

    /// The longest wait after the first failure; it doubles with each further one.
    public var baseDelay: Duration

    /// The longest wait of our own choice.
    public var maximumDelay: Duration

    /// The longest wait that a server may impose; when it asks for more, the failure is final and the caller decides.
    public var maximumRetryAfter: Duration

    /// The maximum number of attempts when no connection comes about: a server that is not there is rarely back in a minute,
    /// and a person is waiting for the message.
    public var maximumConnectionAttempts: Int

    /// The longest wait after the first connection that did not come about; it doubles with each further one.
    public var connectionDelay: Duration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumAttempts: How many times to try in all.
    ///   - baseDelay: The longest wait after the first failure.
    ///   - maximumDelay: The longest wait of our own choice.
    ///   - maximumRetryAfter: The longest wait that a server may impose.
    ///   - maximumConnectionAttempts: How many times to try in all to connect.
    ///   - connectionDelay: The longest wait after the first connection that did not come about.
    public init(
        maximumAttempts: Int = 5, baseDelay: Duration = .seconds(2), maximumDelay: Duration = .seconds(60),
        maximumRetryAfter: Duration = .seconds(120), maximumConnectionAttempts: Int = 3,
        connectionDelay: Duration = .milliseconds(500)
    ) {
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        self.maximumRetryAfter = maximumRetryAfter
        self.maximumConnectionAttempts = maximumConnectionAttempts
        self.connectionDelay = connectionDelay
    }

    /// A policy for requests whose answer somebody waits for: it tries so many times, and soon.
    package static func prompt(attempts: Int) -> RetryPolicy {
        RetryPolicy(
            maximumAttempts: attempts, baseDelay: .milliseconds(100), maximumDelay: .seconds(1),
            maximumRetryAfter: .seconds(2), maximumConnectionAttempts: min(2, attempts),
            connectionDelay: .milliseconds(200))
    }

    /// The delay before the next attempt.
    ///
    /// Exponential back-off with half of it left to chance, so that many clients do not come back all at once: after
    /// attempt *n* between half and the whole of `min(maximumDelay, baseDelay · 2ⁿ⁻¹)`, with `connectionDelay` in place of
    /// `baseDelay` where no connection came about. A server's `Retry-After` is never undercut.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that failed, from 1.
    ///   - failure: What went wrong with it.
    ///   - random: A random number in 0..<1.
    /// - Returns: `nil` when trying again is of no use, or not allowed.
    public func delay(forAttempt attempt: Int, after failure: Failure, random: Double) -> Duration? {
        let isUnconnected = failure == .transport(.cannotConnect)
        let attempts = isUnconnected ? min(maximumAttempts, maximumConnectionAttempts) : maximumAttempts
        guard attempt < attempts, Self.isTransient(failure) else { return nil }
        // Beyond 2³⁰ every delay has long reached its maximum.
        let base = isUnconnected ? connectionDelay : baseDelay
        let ceiling = min(maximumDelay, base * (1 << min(max(attempt, 1) - 1, 30)))
        let delay = ceiling / 2 + (ceiling / 2) * random
        guard case .status(_, let retryAfter?) = failure else { return delay }
        return retryAfter > maximumRetryAfter ? nil : max(retryAfter, delay)
    }

    /// True if the same request may succeed later.
    private static func isTransient(_ failure: Failure) -> Bool {
        switch failure {
        case .garbled, .outOfOrder:
            true
        case .status(let status, _):
            // Request timeout, too early, too many requests; 501 and 505 say "never".
            [408, 425, 429].contains(status) || ((500...599).contains(status) && status != 501 && status != 505)
        case .transport(let code):
            [.cannotConnect, .timedOut, .connectionLost, .badProtocol].contains(code)
        }
    }
}
