/// The position and reason of an error in the syntax of a JSON text.
package struct JSONSyntaxError: Error, Sendable, Equatable {
    /// The position of the byte that does not fit.
    package let position: Int
    /// The expectation that was not met.
    package let reason: String

    package init(position: Int, reason: String) {
        self.position = position
        self.reason = reason
    }
}
