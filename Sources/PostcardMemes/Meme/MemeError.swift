/// An error in a meme or in drawing a meme.
public struct MemeError: Error, Hashable, Sendable {
    /// The kind of error. New codes may be added.
    public enum Code: Sendable {
        /// The text has more characters than a caption may contain.
        case textTooLong
        /// The bytes are not a font, or the font is damaged or too large.
        case invalidFont
        /// No installed font has this name.
        case fontNotFound
        /// A value of the caption is outside its range.
        case invalidCaption
        /// A value of an overlay is outside its range, or the overlay's picture can't be drawn.
        case invalidOverlay
        /// A value of a shape is outside its range.
        case invalidShape
        /// A template is incomplete or has an invalid value.
        case invalidTemplate
        /// A system library for text can't be opened.
        case missingLibrary
        /// Not enough memory is available.
        case outOfMemory
    }

    /// The kind of error.
    public let code: Code
    /// The problem and its remedy, as a sentence.
    public let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Throws an error if a meme has more than `limit` of the given `things`.
    static func check(_ count: Int, _ things: String, atMost limit: Int, _ code: Code) throws(MemeError) {
        guard count > limit else { return }
        throw MemeError(code, "The meme has \(count) \(things); at most \(limit) are allowed.")
    }

    /// Throws an error about the first value that is not a number in its range.
    static func check(
        _ code: Code, _ subject: String, _ values: [(name: String, value: Double, range: ClosedRange<Double>)]
    ) throws(MemeError) {
        for (name, value, range) in values where !range.contains(value) {
            throw MemeError(
                code,
                "The \(subject)'s \(name) is \(value); it must be between \(range.lowerBound) and \(range.upperBound).")
        }
    }
}

extension MemeError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
