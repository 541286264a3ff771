/// Why a caption could not be lettered.
public struct MemeError: Error, Hashable, Sendable {
    /// What kind of failure it is. New codes may be added.
    public struct Code: Hashable, Sendable {
        private enum Value: Hashable {
            case textTooLong, invalidFont, fontNotFound, invalidCaption, invalidOverlay, invalidTemplate, outOfMemory
        }
        private let value: Value

        /// The text has more characters than a caption may have.
        public static let textTooLong = Code(value: .textTooLong)
        /// The bytes are no font, or one that is damaged or beyond all measure.
        public static let invalidFont = Code(value: .invalidFont)
        /// No installed font has the name.
        public static let fontNotFound = Code(value: .fontNotFound)
        /// A value of the caption is out of its range.
        public static let invalidCaption = Code(value: .invalidCaption)
        /// A value of an overlay is out of its range, or its picture cannot be drawn.
        public static let invalidOverlay = Code(value: .invalidOverlay)
        /// A template lacks something, or holds what it must not.
        public static let invalidTemplate = Code(value: .invalidTemplate)
        /// Memory is short.
        public static let outOfMemory = Code(value: .outOfMemory)
    }

    /// The kind of failure.
    public let code: Code
    /// What went wrong and what can be done, as a sentence.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension MemeError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
