/// An error of a photo or place source.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable {
        /// The API key is missing, wrong, expired or disabled. A retry does not help.
        case keyRefused
        /// The service is temporarily unavailable.
        case unavailable
        /// The service requests fewer requests. ``SourceError/retryAfter`` may be the requested delay.
        case rateLimited
        /// There was no connection, it was lost, or it timed out.
        case unreachable
        /// The response is not understood.
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

    /// The message for people: what went wrong, where, and what to do. It contains no API key.
    public let message: String

    /// The delay that the service asks for; `nil` if it asks for none.
    public let retryAfter: Duration?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - message: what went wrong, where, and what to do.
    ///   - retryAfter: the delay that the service asks for.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The message.
    public var description: String { message }
}
