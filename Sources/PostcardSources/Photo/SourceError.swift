import PlatformFoundation

/// An error of a photo or place source.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable {
        /// The API key is missing, wrong, expired or disabled. A retry does not help.
        case keyRefused
        /// The service is temporarily unavailable.
        case unavailable
        /// The service asks for fewer requests; ``SourceError/retryAfter`` may be the requested delay.
        case rateLimited
        /// There was no connection, it was lost, or a timeout has passed.
        case unreachable
        /// The response is not understood.
        case badReply
        /// The service does not accept the query.
        case badQuery
        /// The service denies access.
        case refused
        /// The photo no longer exists.
        case gone
        /// The received bytes are no picture.
        case notAPicture
        /// The picture is longer than allowed.
        case tooLarge
        /// A file or folder cannot be read.
        case unreadableFile
    }

    /// The kind of error.
    public let code: Code

    /// The message for people: what went wrong, where, and what to do. It contains no API key.
    public let message: String

    /// The delay that the service asks for; `nil` if it asks for none.
    public let retryAfter: Duration?

    /// The cause that a ``RetryPolicy`` decides on; `nil` for an error that must not be retried.
    let cause: RetryPolicy.Failure?

    /// Makes an error.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil, _ cause: RetryPolicy.Failure? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}

extension SourceError {
    /// Makes the error for an error of the client.
    init(_ error: HTTPClientError) {
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
    init(status response: HTTPClient.Response, from service: String) {
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
