/// Why numbers or a text are not a place on the Earth.
public struct CoordinateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of mistake it is.
    public struct Code: Sendable, Hashable {
        private enum Kind {
            case latitudeOutOfRange
            case longitudeOutOfRange
            case unreadable
            case contradictory
            case unsupportedLink
        }

        private let kind: Kind

        /// The latitude is not a number within −90…90.
        public static let latitudeOutOfRange = Code(kind: .latitudeOutOfRange)
        /// The longitude is not a number within −180…180.
        public static let longitudeOutOfRange = Code(kind: .longitudeOutOfRange)
        /// The text is in none of the known notations.
        public static let unreadable = Code(kind: .unreadable)
        /// The text says two things that exclude each other, such as two latitudes.
        public static let contradictory = Code(kind: .contradictory)
        /// A link that holds no coordinate itself, such as a shortened one.
        public static let unsupportedLink = Code(kind: .unsupportedLink)
    }

    /// What kind of mistake it is.
    public let code: Code

    /// What is wrong and what to write instead, for people to read.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
