/// Where and why a text is not JSON.
package struct JSONSyntaxError: Error, Sendable, Equatable {
    /// The position of the byte that does not fit.
    package let position: Int
    /// What was expected there.
    package let reason: String

    package init(position: Int, reason: String) {
        self.position = position
        self.reason = reason
    }
}
