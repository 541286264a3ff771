import PostcardPhotos

/// The error from one attempt, with the cause that a ``RetryPolicy`` bases its decision on. After the last attempt, ``error`` is thrown.
struct FailedAttempt: Error {
    /// The error for callers.
    let error: SourceError

    /// The cause of the failure; `nil` if the request must not be retried.
    let cause: RetryPolicy.Failure?

    /// Makes the error for an attempt.
    ///
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - message: the message for people, without an API key.
    ///   - retryAfter: the delay that the service requests; `nil` if the service requests no delay.
    ///   - cause: the cause of the failure; `nil` to prevent retries.
    init(
        _ code: SourceError.Code, _ message: String, retryAfter: Duration? = nil, _ cause: RetryPolicy.Failure? = nil
    ) {
        error = SourceError(code, message, retryAfter: retryAfter)
        self.cause = cause
    }

    /// Makes the error for a client error.
    init(_ error: HTTPClientError) {
        let code: SourceError.Code =
            switch error.code {
            case .bodyTooLarge: .tooLarge
            case .badAddress: .badQuery
            default: .unreachable
            }
        self.init(code, error.message, .transport(error.code))
    }

    /// Makes the error for an HTTP status that means failure for every service.
    ///
    /// - Parameters:
    ///   - response: a response whose status is not a success.
    ///   - service: the name of the service in the message.
    init(status response: HTTPClient.Response, from service: String) {
        let status = response.status
        let retryAfter = response.retryAfter
        let wait = retryAfter.map { " for \($0.components.seconds) s" } ?? ""
        let (code, message): (SourceError.Code, String) =
            switch status {
            case 429: (.rateLimited, "\(service) asks clients to slow down\(wait) (HTTP 429). Try again later.")
            case 500...599: (.unavailable, "\(service) is unavailable\(wait) (HTTP \(status)). Try again later.")
            case 401, 403: (.refused, "\(service) denied access to \(response.url.withoutSecrets) (HTTP \(status)).")
            default: (.badReply, "\(service) returned HTTP status \(status) for \(response.url.withoutSecrets).")
            }
        self.init(
            code, message, retryAfter: [.rateLimited, .unavailable].contains(code) ? retryAfter : nil,
            .status(status, retryAfter: retryAfter))
    }
}
