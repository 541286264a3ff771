/// The error for an invalid request member or command option.
package struct InvalidMember: Error {
    /// The name of the member, such as `count`.
    package let name: String
    /// The rest of the error message, after the name of the member.
    package let reason: String

    package init(_ name: String, _ reason: String) { (self.name, self.reason) = (name, reason) }
}
