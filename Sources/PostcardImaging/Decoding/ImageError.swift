/// An error that occurred while a picture was read, changed or written.
public struct ImageError: Error, Hashable, Sendable {
    /// The kind of error. New codes may be added.
    public enum Code: String, Sendable {
        /// The file is not a picture, or its format or variant can't be read or written.
        case unsupported
        /// The file is damaged.
        case damaged
        /// The file ends early.
        case truncated
        /// There are more pixels, bytes, frames or scans than the `DecodingLimits` allow.
        case limitExceeded
        /// There is not enough memory.
        case outOfMemory
        /// The format can't store the picture, for example because a side is too long.
        case encodingFailed
        /// The result would have no pixels, for example after a crop outside the picture.
        case emptyResult
        /// The task was canceled during ``MemoryBudget/run(_:_:)``, which throws `CancellationError` instead of this error.
        case interrupted
    }

    /// A limit of `DecodingLimits` that can be raised.
    public enum Limit: String, Sendable {
        case pixels, bytes, frames
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that describes the problem and the remedy.
    public let message: String
    /// The limit to raise; `nil` if a higher limit would not help.
    public let limit: Limit?

    /// Makes an error.
    package init(_ code: Code, _ message: String, limit: Limit? = nil) {
        self.code = code
        self.message = message
        self.limit = limit
    }

    /// Returns the same error with another message.
    package func withMessage(_ message: String) -> ImageError { ImageError(code, message, limit: limit) }

    /// Returns the same error with the name of a file, or of a part of it, before the message.
    package func naming(_ file: String) -> ImageError { withMessage("\(file): \(message)") }

    static func outOfMemory(_ message: String) -> ImageError { ImageError(.outOfMemory, message) }
    static func damaged(_ message: String) -> ImageError { ImageError(.damaged, message) }
    static func truncated(_ message: String) -> ImageError { ImageError(.truncated, message) }
    static func unsupported(_ message: String) -> ImageError { ImageError(.unsupported, message) }
}

extension ImageError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
