/// An error in reading, changing or writing a picture.
public struct ImageError: Error, Hashable, Sendable {
    /// The kind of an error. New codes may be added.
    public struct Code: Hashable, Sendable {
        fileprivate enum Value: String, Hashable {
            case unsupported, damaged, truncated, limitExceeded, outOfMemory, encodingFailed, emptyResult, interrupted
        }
        fileprivate let value: Value

        private init(value: Value) { self.value = value }

        /// The code of this name, as `description` has it; `nil` for others.
        init?(name: String) {
            guard let value = Value(rawValue: name) else { return nil }
            self.value = value
        }

        /// Not a picture, or of a format or variant that cannot be read or written here.
        public static let unsupported = Code(value: .unsupported)
        /// The data contradict their format.
        public static let damaged = Code(value: .damaged)
        /// The data end early.
        public static let truncated = Code(value: .truncated)
        /// More pixels, bytes, frames or scans than `DecodingLimits` allow.
        public static let limitExceeded = Code(value: .limitExceeded)
        /// Memory is short.
        public static let outOfMemory = Code(value: .outOfMemory)
        /// The encoder refused, for example a side longer than the format can hold.
        public static let encodingFailed = Code(value: .encodingFailed)
        /// The operation would leave no pixel, for example a crop beside the picture.
        public static let emptyResult = Code(value: .emptyResult)
        /// The checkpoint of ``ImageWork`` threw.
        public static let interrupted = Code(value: .interrupted)
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

    static func outOfMemory(_ message: String) -> ImageError { ImageError(.outOfMemory, message) }
    static func damaged(_ message: String) -> ImageError { ImageError(.damaged, message) }
    static func truncated(_ message: String) -> ImageError { ImageError(.truncated, message) }
    static func unsupported(_ message: String) -> ImageError { ImageError(.unsupported, message) }
}

extension ImageError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension ImageError.Code: CustomStringConvertible {
    /// The code's name, for example `limitExceeded`.
    public var description: String { value.rawValue }
}
