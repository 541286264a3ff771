import PostcardCore

/// A policy for retrying failed requests.
package struct RetryPolicy: Sendable, Hashable {
    /// The cause of a failed attempt.
    package enum Failure: Sendable, Hashable {
        /// A status other than success, and the delay that the server requests.
        case status(Int, retryAfter: Duration?)
        /// An error in the HTTP client before the response is complete.
        case transport(HTTPClientError.Code)
        /// A successful response whose body is unreadable, for example from an overloaded service, or whose body reports a temporary
        /// outage.
        case garbled
    }

    /// The maximum number of attempts, at least 1.
    package var maximumAttempts: Int

    /// The maximum delay after the first failure. This maximum doubles with each further failure.
    package var baseDelay: Duration

    /// The maximum delay that the policy itself chooses.
    package var maximumDelay: Duration

    /// The maximum delay that a server may request. If the server requests a longer delay, there is no retry.
    package var maximumRetryAfter: Duration

    /// The maximum number of attempts if no connection can be opened. The number is small because unreachable servers rarely come back
    /// within a minute, and a user is waiting.
    package var maximumConnectionAttempts: Int

    /// The maximum delay after the first failed connection. This maximum doubles with each further failure.
    package var connectionDelay: Duration

    /// Makes a policy.
    package init(
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

    /// Returns a policy with `attempts` attempts and short delays, for requests that a client is waiting for.
    package static func prompt(attempts: Int) -> RetryPolicy {
        RetryPolicy(
            maximumAttempts: attempts, baseDelay: .milliseconds(100), maximumDelay: .seconds(1),
            maximumRetryAfter: .seconds(2), maximumConnectionAttempts: min(2, attempts),
            connectionDelay: .milliseconds(200))
    }

    /// Returns the delay before the next attempt.
    ///
    /// The delay grows exponentially, and half of it is random, so clients do not all return at the same time. After attempt *n*, it is
    /// between half of and the full `min(maximumDelay, baseDelay · 2ⁿ⁻¹)`, with `connectionDelay` instead of `baseDelay` after failed
    /// connections. It is never shorter than the server's `Retry-After`.
    ///
    /// - Parameters:
    ///   - attempt: the number of the failed attempt, from 1.
    ///   - random: a random number in 0..<1.
    /// - Returns: the delay; `nil` for no retry.
    package func delay(forAttempt attempt: Int, after failure: Failure, random: Double) -> Duration? {
        let isUnconnected = failure == .transport(.cannotConnect)
        let attempts = isUnconnected ? min(maximumAttempts, maximumConnectionAttempts) : maximumAttempts
        guard attempt < attempts, Self.isTransient(failure) else { return nil }
        // With a factor above 2³⁰, every delay has reached its maximum.
        let base = isUnconnected ? connectionDelay : baseDelay
        let ceiling = min(maximumDelay, base * (1 << min(max(attempt, 1) - 1, 30)))
        let delay = ceiling / 2 + (ceiling / 2) * random
        guard case .status(_, let retryAfter?) = failure else { return delay }
        return retryAfter > maximumRetryAfter ? nil : max(retryAfter, delay)
    }

    /// Returns the error from a failed attempt and the delay before the next attempt.
    ///
    /// - Parameters:
    ///   - error: the error from the attempt. The policy applies to ``FailedAttempt`` and ``HTTPClientError``. Other errors are thrown
    ///     unchanged.
    ///   - attempt: the number of the attempt, from 1.
    ///   - clock: the source of random numbers.
    /// - Throws: the error for callers if there is no next attempt.
    func delay(
        after error: any Error, attempt: Int, _ clock: RequestClock
    ) throws -> (delay: Duration, failure: FailedAttempt) {
        let failure: FailedAttempt
        switch error {
        case let error as FailedAttempt: failure = error
        case let error as HTTPClientError: failure = FailedAttempt(error)
        default: throw error
        }
        guard let cause = failure.cause,
            let delay = delay(forAttempt: attempt, after: cause, random: clock.random())
        else { throw failure.error }
        return (delay, failure)
    }

    /// Returns true if the same request may succeed later.
    private static func isTransient(_ failure: Failure) -> Bool {
        switch failure {
        case .garbled: true
        case .status(let status, _):
            // 408: request timeout, 425: too early, 429: too many requests. 501 and 505 are permanent.
            [408, 425, 429].contains(status) || ((500...599).contains(status) && status != 501 && status != 505)
        case .transport(let code):
            [.cannotConnect, .timedOut, .connectionLost, .badProtocol].contains(code)
        }
    }
}
