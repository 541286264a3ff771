/// An error of a photo or place source.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable {
        /// The API key is missing, wrong, expired or disabled. Trying again does not help.
        case keyRefused
        /// The service says that it is out of order for now.
        case unavailable
        /// The service asks to slow down; ``SourceError/retryAfter`` may say for how long.
        case rateLimited
        /// There was no connection, it broke, or nothing came in time.
        case unreachable
        /// The response cannot be understood.
        case badReply
        /// The service does not accept the question.
        case badQuery
        /// The service will not give this to us.
        case refused
        /// The photo is no longer there: drop it and take another one.
        case gone
        /// The bytes that came are no picture.
        case notAPicture
        /// The picture has more bytes than were allowed.
        case tooLarge
        /// A file or folder cannot be read.
        case unreadableFile
    }

    /// The kind of failure.
    public let code: Code

    /// The problem, its place and its remedy, for people to read. Never holds an API key.
    public let message: String

    /// The delay that the service asked for, if it did.
    public let retryAfter: Duration?

    /// The problem by which a ``RetryPolicy`` decides; `nil` when trying again is of no use whatever the policy says.
    let cause: RetryPolicy.Failure?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - message: What went wrong, where, and what to do about it.
    ///   - retryAfter: How long the service asked to be left alone.
    ///   - cause: What a ``RetryPolicy`` decides by; `nil` when trying again is of no use.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil, _ cause: RetryPolicy.Failure? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
