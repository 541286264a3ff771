/// The reason for which a file is left to libjpeg-turbo, whose result or error is then the one that counts.
package struct ReducedJPEGError: Error, Equatable, CustomStringConvertible {
    /// The kind of a reason.
    package enum Code: Equatable, Sendable {
        /// A valid kind of JPEG that only libjpeg-turbo decodes.
        case unsupported
        /// Quantization steps of 16 bits.
        case wideSteps
        /// Data that break the standard, end early or look suspicious.
        case damaged
        /// A file that ends before its picture begins.
        case truncated
        /// Memory is short.
        case outOfMemory
        /// The caller wants no result any more.
        case canceled
    }

    package let code: Code
    package let message: String

    package var description: String { message }

    static func unsupported(_ message: String) -> ReducedJPEGError { Self(code: .unsupported, message: message) }
    static func damaged(_ message: String) -> ReducedJPEGError { Self(code: .damaged, message: message) }
    static let truncated = Self(code: .truncated, message: "The file ends before its picture begins.")
    static let canceled = Self(code: .canceled, message: "Decoding was canceled.")
    static let outOfMemory = Self(code: .outOfMemory, message: "There is not enough memory for the JPEG file.")
}
