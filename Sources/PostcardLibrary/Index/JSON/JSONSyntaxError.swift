/// Where and why a text is not JSON.
struct JSONSyntaxError: Error, Sendable, Equatable {
    /// The position of the byte that does not fit.
    let position: Int
    /// What was expected there.
    let reason: String
}
