import PlatformFoundation
import PostcardCore

/// A policy for retries after a failure.
public struct RetryPolicy: Sendable, Hashable {
    /// A problem of an attempt.
    public enum Failure: Sendable, Hashable {
        /// The server answered with a status other than success, and perhaps said how long to leave it alone.
        case status(Int, retryAfter: Duration?)
        /// There was no complete answer.
        case transport(HTTPTransportError.Code)
        /// A successful answer whose body makes no sense, as overloaded services send, or says that the service is out of order for now.
        case garbled
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
        case .garbled: true
        case .status(let status, _):
            // Request timeout, too early, too many requests; 501 and 505 say "never".
            [408, 425, 429].contains(status) || ((500...599).contains(status) && status != 501 && status != 505)
        case .transport(let code):
            [.cannotConnect, .timedOut, .connectionLost, .badProtocol].contains(code)
        }
    }
}

extension RetryPolicy {
    /// Makes attempts until one succeeds, or until another is of no use.
    ///
    /// - Parameters:
    ///   - clock: What gives the random numbers.
    ///   - attempt: Throws ``SourceError`` or ``HTTPTransportError`` for what the policy shall judge; what else it throws goes to the
    ///     caller at once.
    ///   - wait: Waits before the next attempt. Gets the delay, and the number and the error of the last one.
    /// - Throws: the last error without its cause, so that no other policy begins anew.
    func retry<Value>(
        _ clock: RequestClock, _ attempt: () async throws -> Value,
        waiting wait: (Duration, Int, SourceError) async throws -> Void
    ) async throws -> Value {
        var number = 1
        while true {
            let failure: SourceError
            do {
                return try await attempt()
            } catch let error as SourceError {
                failure = error
            } catch let error as HTTPTransportError {
                failure = SourceError(error)
            }
            guard let cause = failure.cause,
                let delay = delay(forAttempt: number, after: cause, random: clock.random())
            else { throw SourceError(failure.code, failure.message, retryAfter: failure.retryAfter) }
            try await wait(delay, number, failure)
            number += 1
        }
    }
}

/// Reads the `Retry-After` header field (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// The delay.
    ///
    /// The moment in the second form is compared with the server's own `Date`, so that our clock being wrong does no
    /// harm.
    ///
    /// - Parameters:
    ///   - value: Seconds, or a moment such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - date: The `Date` field of the same answer.
    /// - Returns: `nil` when the value says nothing; never less than zero.
    package static func delay(of value: String, date: String?) -> Duration? {
        let value = value.drop { $0 == " " }
        if !value.isEmpty, value.allSatisfy({ $0.isASCII && $0.isNumber }) {
            // More digits than a number holds mean a very long time, not nothing.
            return .seconds(min(Int(value) ?? .max, secondsPerYear))
        }
        guard let moment = seconds(of: String(value)), let now = date.flatMap(seconds(of:)) else { return nil }
        return .seconds(max(0, moment - now))
    }

    /// The delay that the header fields of a response ask for; `nil` when they say nothing.
    static func delay(of header: (String) -> String?) -> Duration? {
        header("Retry-After").flatMap { delay(of: $0, date: header("Date")) }
    }

    private static let secondsPerYear = 365 * 86_400

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Seconds since 1970 of a date in the one form that servers may send today, IMF-fixdate.
    static func seconds(of text: String) -> Int? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard words.count == 8, words[7] == "GMT", let month = months.firstIndex(of: String(words[2])),
            let year = Int(words[3]), let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6]),
            (1970...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let day = "\(year)-\((month + 1).padded(to: 2))-\(words[1])"
        return ObjectStorageDate.seconds("\(day)T\(words[4]):\(words[5]):\(words[6])Z").map { Int($0) }
    }
}

extension SourceError {
    /// The error for a failure of the transport.
    init(_ error: HTTPTransportError) {
        let code: Code =
            switch error.code {
            case .bodyTooLarge: .tooLarge
            case .badAddress: .badQuery
            default: .unreachable
            }
        self.init(code, error.message, .transport(error.code))
    }

    /// The error for a status that means failure whatever the service.
    ///
    /// - Parameters:
    ///   - response: An answer with a status other than success.
    ///   - service: Whom to name in the message.
    init(status response: HTTPTransportResponse, from service: String) {
        let status = response.status
        let retryAfter = response.retryAfter
        let wait = retryAfter.map { " for \($0.components.seconds) s" } ?? ""
        let (code, message): (Code, String) =
            switch status {
            case 429: (.rateLimited, "\(service) asks to slow down\(wait) (HTTP 429). Try again later.")
            case 500...599: (.unavailable, "\(service) is out of order\(wait) (HTTP \(status)). Try again later.")
            case 401, 403: (.refused, "\(service) refuses \(response.url.withoutSecrets) (HTTP \(status)).")
            default: (.badReply, "\(service) answered \(response.url.withoutSecrets) with HTTP status \(status).")
            }
        self.init(
            code, message, retryAfter: [.rateLimited, .unavailable].contains(code) ? retryAfter : nil,
            .status(status, retryAfter: retryAfter))
    }
}
