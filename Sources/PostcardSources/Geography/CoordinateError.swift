/// An error in numbers or a text that are no place on the Earth.
public struct CoordinateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake.
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

    /// The kind of mistake.
    public let code: Code

    /// The mistake and what to write instead, for people to read.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
