/// An error from a photo or place source.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable {
        /// The API key is missing, wrong, expired or disabled. Retrying does not help.
        case keyRefused
        /// The service is temporarily unavailable.
        case unavailable
        /// The service asks clients to send fewer requests. ``SourceError/retryAfter`` may contain the requested delay.
        case rateLimited
        /// There was no connection, or it was lost or timed out.
        case unreachable
        /// The response can't be interpreted.
        case badReply
        /// The service does not accept the query.
        case badQuery
        /// The service denies access.
        case refused
        /// The photo no longer exists.
        case gone
        /// The received bytes are not a picture.
        case notAPicture
        /// The picture is longer than allowed.
        case tooLarge
        /// A file or folder can't be read.
        case unreadableFile
    }

    /// The kind of error.
    public let code: Code

    /// The message for people: what went wrong, where, and what to do. The message never contains an API key.
    public let message: String

    /// The delay that the service requests; `nil` if it requests none.
    public let retryAfter: Duration?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - message: what went wrong, where, and what to do.
    ///   - retryAfter: the delay that the service requests.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The message.
    public var description: String { message }
}
