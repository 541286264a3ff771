/// An error of a photo or place source.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Sendable, Hashable {
        private enum Kind {
            case keyRefused
            case unavailable
            case rateLimited
            case unreachable
            case badReply
            case badQuery
            case refused
            case gone
            case notAPicture
            case tooLarge
            case unreadableFile
        }

        private let kind: Kind

        /// The API key is missing, wrong, expired or disabled. Trying again does not help.
        public static let keyRefused = Code(kind: .keyRefused)
        /// The service says that it is out of order for now.
        public static let unavailable = Code(kind: .unavailable)
        /// The service asks to slow down; ``SourceError/retryAfter`` may say for how long.
        public static let rateLimited = Code(kind: .rateLimited)
        /// There was no connection, it broke, or nothing came in time.
        public static let unreachable = Code(kind: .unreachable)
        /// The response cannot be understood.
        public static let badReply = Code(kind: .badReply)
        /// The service does not accept the question.
        public static let badQuery = Code(kind: .badQuery)
        /// The service will not give this to us.
        public static let refused = Code(kind: .refused)
        /// The photo is no longer there: drop it and take another one.
        public static let gone = Code(kind: .gone)
        /// The bytes that came are no picture.
        public static let notAPicture = Code(kind: .notAPicture)
        /// The picture has more bytes than were allowed.
        public static let tooLarge = Code(kind: .tooLarge)
        /// A file or folder cannot be read.
        public static let unreadableFile = Code(kind: .unreadableFile)
    }

    /// The kind of failure.
    public let code: Code

    /// The problem, its place and its remedy, for people to read. Never holds an API key.
    public let message: String

    /// The delay that the service asked for, if it did.
    public let retryAfter: Duration?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - message: What went wrong, where, and what to do about it.
    ///   - retryAfter: How long the service asked to be left alone.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The message.
    public var description: String { message }
}
