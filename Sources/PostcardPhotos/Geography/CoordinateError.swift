/// An error about numbers or text that do not form a coordinate.
public struct CoordinateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable {
        /// The latitude is not a number in the range −90…90.
        case latitudeOutOfRange
        /// The longitude is not a number in the range −180…180.
        case longitudeOutOfRange
        /// The text is not in any known notation.
        case unreadable
        /// The text contradicts itself, for example with two latitudes.
        case contradictory
        /// The link contains no coordinate, for example because it is shortened.
        case unsupportedLink
    }

    /// The kind of error.
    public let code: Code

    /// The message, which states what is wrong and what to write instead.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
