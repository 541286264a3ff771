/// An error in a meme, or in drawing it.
public struct MemeError: Error, Hashable, Sendable {
    /// The kind of an error. New codes may be added.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The text has more characters than a caption may have.
        public static let textTooLong = Code(name: "textTooLong")
        /// The bytes are no font, or one that is damaged or beyond all measure.
        public static let invalidFont = Code(name: "invalidFont")
        /// No installed font has the name.
        public static let fontNotFound = Code(name: "fontNotFound")
        /// A value of the caption is out of its range.
        public static let invalidCaption = Code(name: "invalidCaption")
        /// A value of an overlay is out of its range, or its picture cannot be drawn.
        public static let invalidOverlay = Code(name: "invalidOverlay")
        /// A value of a shape is out of its range.
        public static let invalidShape = Code(name: "invalidShape")
        /// A template lacks something, or holds what it must not.
        public static let invalidTemplate = Code(name: "invalidTemplate")
        /// Memory is short.
        public static let outOfMemory = Code(name: "outOfMemory")
    }

    /// The kind of failure.
    public let code: Code
    /// The problem and the remedy, as a sentence.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Throws an error that names the first of the values that is not in its range, or not a number.
    static func check(
        _ code: Code, _ subject: String, _ values: [(name: String, value: Double, range: ClosedRange<Double>)]
    ) throws(MemeError) {
        for (name, value, range) in values where !range.contains(value) {
            throw MemeError(
                code,
                "The \(subject)'s \(name) is \(value); it must be from \(range.lowerBound) to \(range.upperBound).")
        }
    }
}

extension MemeError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
