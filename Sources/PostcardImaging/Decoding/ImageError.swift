/// An error in reading, changing or writing a picture.
public struct ImageError: Error, Hashable, Sendable {
    /// The kind of an error. New codes may be added.
    public enum Code: String, Sendable {
        /// Not a picture, or of a format or variant that cannot be read or written here.
        case unsupported
        /// The data contradict their format.
        case damaged
        /// The data end early.
        case truncated
        /// More pixels, bytes, frames or scans than `DecodingLimits` allow.
        case limitExceeded
        /// Memory is short.
        case outOfMemory
        /// The encoder refused, for example a side longer than the format can hold.
        case encodingFailed
        /// The operation would leave no pixel, for example a crop beside the picture.
        case emptyResult
        /// The task was canceled during ``MemoryBudget/run(_:_:)``, which throws `CancellationError` in place of this error.
        case interrupted
    }

    /// A limit of `DecodingLimits` that can be raised.
    public enum Limit: String, Sendable {
        case pixels, bytes, frames
    }

    /// The kind of failure.
    public let code: Code
    /// The problem and the remedy, as a sentence.
    public let message: String
    /// The limit that would have to be raised; `nil` when that would not help.
    public let limit: Limit?

    /// Makes an error.
    package init(_ code: Code, _ message: String, limit: Limit? = nil) {
        self.code = code
        self.message = message
        self.limit = limit
    }

    /// The same error, said in another way.
    package func saying(_ message: String) -> ImageError { ImageError(code, message, limit: limit) }

    /// The same error with the name of the file, or of its part, in the message.
    package func naming(_ file: String) -> ImageError { saying("\(file): \(message)") }

    static func outOfMemory(_ message: String) -> ImageError { ImageError(.outOfMemory, message) }
    static func damaged(_ message: String) -> ImageError { ImageError(.damaged, message) }
    static func truncated(_ message: String) -> ImageError { ImageError(.truncated, message) }
    static func unsupported(_ message: String) -> ImageError { ImageError(.unsupported, message) }
}

extension ImageError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
