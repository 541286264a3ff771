/// An attempt that failed: what to tell the caller, and what the retry policy has to know.
struct AttemptFailure: Error {
    /// The error for the caller when no retry follows.
    let error: SourceError

    /// The problem; `nil` when a retry is of no use whatever the policy says.
    let cause: RetryPolicy.Failure?

    init(_ error: SourceError, _ cause: RetryPolicy.Failure? = nil) {
        self.error = error
        self.cause = cause
    }

    /// A failure of the transport.
    init(_ error: HTTPTransportError) {
        let code: SourceError.Code =
            switch error.code {
            case .bodyTooLarge: .tooLarge
            case .badAddress: .badQuery
            default: .unreachable
            }
        self.init(SourceError(code, error.message), .transport(error.code))
    }

    /// A status that means failure whatever the service.
    ///
    /// - Parameters:
    ///   - response: An answer with a status other than success.
    ///   - service: Whom to name in the message.
    init(status response: HTTPTransportResponse, from service: String) {
        let status = response.status
        let retryAfter = response.retryAfter
        let wait = retryAfter.map { " for \($0.components.seconds) s" } ?? ""
        let error =
            switch status {
            case 429:
                SourceError(
                    .rateLimited, "\(service) asks to slow down\(wait) (HTTP 429). Try again later.",
                    retryAfter: retryAfter)
            case 500...599:
                SourceError(
                    .unavailable, "\(service) is out of order\(wait) (HTTP \(status)). Try again later.",
                    retryAfter: retryAfter)
            case 401, 403:
                SourceError(.refused, "\(service) refuses \(response.url.withoutSecrets) (HTTP \(status)).")
            default:
                SourceError(
                    .badReply, "\(service) answered \(response.url.withoutSecrets) with HTTP status \(status).")
            }
        self.init(error, .status(status, retryAfter: retryAfter))
    }
}
