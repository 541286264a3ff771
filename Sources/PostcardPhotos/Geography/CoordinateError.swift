/// An error for numbers or text that are not a coordinate.
public struct CoordinateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable {
        /// The latitude is not a number within −90…90.
        case latitudeOutOfRange
        /// The longitude is not a number within −180…180.
        case longitudeOutOfRange
        /// The text is in none of the known notations.
        case unreadable
        /// The text contradicts itself, as with two latitudes.
        case contradictory
        /// The link contains no coordinate, such as a shortened link.
        case unsupportedLink
    }

    /// The kind of error.
    public let code: Code

    /// The message: what is wrong and what to write instead.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
