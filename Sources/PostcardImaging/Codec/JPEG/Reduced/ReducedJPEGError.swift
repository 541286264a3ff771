/// Why the reduced-size decoder gave up on a file; libjpeg-turbo is then asked, and its answer is the one that counts.
struct ReducedJPEGError: Error, Equatable, CustomStringConvertible {
    /// The two reasons to give up.
    struct Code: Equatable, Sendable {
        private enum Value { case unsupported, damaged }
        private let value: Value

        /// A valid kind of JPEG that only libjpeg-turbo decodes.
        static let unsupported = Code(value: .unsupported)
        /// Data that break the standard, end early or look suspicious.
        static let damaged = Code(value: .damaged)
    }

    let code: Code
    let message: String

    var description: String { message }

    static func unsupported(_ message: String) -> ReducedJPEGError { Self(code: .unsupported, message: message) }
    static func damaged(_ message: String) -> ReducedJPEGError { Self(code: .damaged, message: message) }
}
