/// An error in numbers or a text that are no place on the Earth.
public struct CoordinateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: Sendable {
        /// The latitude is not a number within −90…90.
        case latitudeOutOfRange
        /// The longitude is not a number within −180…180.
        case longitudeOutOfRange
        /// The text is in none of the known notations.
        case unreadable
        /// The text says two things that exclude each other, such as two latitudes.
        case contradictory
        /// A link that holds no coordinate itself, such as a shortened one.
        case unsupportedLink
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
