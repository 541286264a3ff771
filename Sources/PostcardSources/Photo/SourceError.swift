/// Why a source could not give what it was asked for.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
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
        /// What came back cannot be understood.
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

    /// What kind of failure it is.
    public let code: Code

    /// What went wrong, where, and what to do about it, for people to read. Never holds an API key.
    public let message: String

    /// How long the service asked to be left alone, if it said so.
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
