/// A JSON syntax error.
package struct JSONSyntaxError: Error, Sendable, Equatable {
    /// The position of the first invalid byte.
    package let position: Int
    /// The expectation that was not met, such as "expected a string".
    package let reason: String

    package init(position: Int, reason: String) {
        self.position = position
        self.reason = reason
    }
}
