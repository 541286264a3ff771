import PlatformFoundation
import PostcardCore

/// A policy for retries of failed requests.
public struct RetryPolicy: Sendable, Hashable {
    /// The cause of a failed attempt.
    public enum Failure: Sendable, Hashable {
        /// A status other than success, and the delay that the server asks for.
        case status(Int, retryAfter: Duration?)
        /// An error of the transport: there is no complete response.
        case transport(HTTPTransportError.Code)
        /// A successful response whose body is unreadable, as from an overloaded service, or says that the service is temporarily unavailable.
        case garbled
    }

    /// The largest number of attempts, at least 1.
    public var maximumAttempts: Int

    /// The longest delay after the first failure. It doubles with each further one.
    public var baseDelay: Duration

    /// The longest delay that the policy itself chooses.
    public var maximumDelay: Duration

    /// The longest delay that a server may request. If it requests more, there is no retry.
    public var maximumRetryAfter: Duration

    /// The largest number of attempts without a connection. It is small, since missing servers rarely return within a minute and a person is waiting.
    public var maximumConnectionAttempts: Int

    /// The longest delay after the first failed connection. It doubles with each further one.
    public var connectionDelay: Duration

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - maximumAttempts: the largest number of attempts.
    ///   - baseDelay: the longest delay after the first failure.
    ///   - maximumDelay: the longest delay that the policy itself chooses.
    ///   - maximumRetryAfter: the longest delay that a server may request.
    ///   - maximumConnectionAttempts: the largest number of attempts without a connection.
    ///   - connectionDelay: the longest delay after the first failed connection.
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

    /// Returns a policy for requests that a client is waiting for: `attempts` attempts with short delays.
    package static func prompt(attempts: Int) -> RetryPolicy {
        RetryPolicy(
            maximumAttempts: attempts, baseDelay: .milliseconds(100), maximumDelay: .seconds(1),
            maximumRetryAfter: .seconds(2), maximumConnectionAttempts: min(2, attempts),
            connectionDelay: .milliseconds(200))
    }

    /// Returns the delay before the next attempt.
    ///
    /// The delay grows exponentially, and half of it is random, so that many clients do not return at the same time. After attempt *n* it is between
    /// half and the whole of `min(maximumDelay, baseDelay · 2ⁿ⁻¹)`, with `connectionDelay` instead of `baseDelay` after failed connections. It is
    /// never shorter than the server's `Retry-After`.
    ///
    /// - Parameters:
    ///   - attempt: the number of the failed attempt, from 1.
    ///   - failure: the cause of the failure.
    ///   - random: a random number in 0..<1.
    /// - Returns: the delay; `nil` for no retry.
    public func delay(forAttempt attempt: Int, after failure: Failure, random: Double) -> Duration? {
        let isUnconnected = failure == .transport(.cannotConnect)
        let attempts = isUnconnected ? min(maximumAttempts, maximumConnectionAttempts) : maximumAttempts
        guard attempt < attempts, Self.isTransient(failure) else { return nil }
        // Beyond 2³⁰ every delay has reached its maximum.
        let base = isUnconnected ? connectionDelay : baseDelay
        let ceiling = min(maximumDelay, base * (1 << min(max(attempt, 1) - 1, 30)))
        let delay = ceiling / 2 + (ceiling / 2) * random
        guard case .status(_, let retryAfter?) = failure else { return delay }
        return retryAfter > maximumRetryAfter ? nil : max(retryAfter, delay)
    }

    /// Returns a Boolean value that indicates whether the same request may succeed later.
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

extension RetryPolicy {
    /// Makes attempts until one succeeds or the policy ends them.
    ///
    /// - Parameters:
    ///   - clock: the source of random numbers.
    ///   - attempt: the attempt. It throws ``SourceError`` or ``HTTPTransportError`` for errors that the policy decides on; other errors end the
    ///     attempts.
    ///   - wait: waits before the next attempt. It gets the delay, and the number and error of the last attempt.
    /// - Throws: the last error without its cause, so that no outer policy retries it.
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

// MARK: - RetryAfter

/// A parser of the `Retry-After` header field (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// Returns the delay in a value.
    ///
    /// A date is compared with the `Date` field of the same response, so that a wrong local clock has no effect.
    ///
    /// - Parameters:
    ///   - value: a number of seconds, or a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - date: the `Date` field of the same response.
    /// - Returns: the delay, at least zero; `nil` for an invalid value.
    package static func delay(of value: String, date: String?) -> Duration? {
        let value = value.drop { $0 == " " }
        if !value.isEmpty, value.allSatisfy({ $0.isASCII && $0.isNumber }) {
            // A number that is too long for an Int means a very long delay.
            return .seconds(min(Int(value) ?? .max, secondsPerYear))
        }
        guard let moment = seconds(of: String(value)), let now = date.flatMap(seconds(of:)) else { return nil }
        return .seconds(max(0, moment - now))
    }

    /// Returns the delay in the header fields of a response; `nil` without a valid one.
    static func delay(of header: (String) -> String?) -> Duration? {
        header("Retry-After").flatMap { delay(of: $0, date: header("Date")) }
    }

    private static let secondsPerYear = 365 * 86_400

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the seconds since 1970 of a date in the form IMF-fixdate, the only one that servers may send today.
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
    /// Makes the error for an error of the transport.
    init(_ error: HTTPTransportError) {
        let code: Code =
            switch error.code {
            case .bodyTooLarge: .tooLarge
            case .badAddress: .badQuery
            default: .unreachable
            }
        self.init(code, error.message, .transport(error.code))
    }

    /// Makes the error for a status that means failure for every service.
    ///
    /// - Parameters:
    ///   - response: a response with a status other than success.
    ///   - service: the name of the service in the message.
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
