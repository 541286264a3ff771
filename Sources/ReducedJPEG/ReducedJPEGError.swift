/// The reason why a file is left to libjpeg-turbo. The result or error from libjpeg-turbo is then used.
package struct ReducedJPEGError: Error, Equatable, CustomStringConvertible {
    /// The kind of reason.
    package enum Code: Equatable, Sendable {
        /// A valid kind of JPEG that only libjpeg-turbo decodes.
        case unsupported
        /// The quantization steps have 16 bits.
        case wideSteps
        /// The data violates the standard, ends early or looks suspicious.
        case damaged
        /// The file ends before the start of its picture.
        case truncated
        /// Memory ran out.
        case outOfMemory
        /// The caller canceled decoding.
        case canceled
    }

    package let code: Code
    package let message: String

    package var description: String { message }

    static func unsupported(_ message: String) -> ReducedJPEGError { Self(code: .unsupported, message: message) }
    static func damaged(_ message: String) -> ReducedJPEGError { Self(code: .damaged, message: message) }
    static let truncated = Self(code: .truncated, message: "The file ends before the start of its picture.")
    static let canceled = Self(code: .canceled, message: "Decoding was canceled.")
    static let outOfMemory = Self(code: .outOfMemory, message: "Not enough memory for the JPEG file.")
}
