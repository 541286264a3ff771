/// The error for an unknown short name.
package struct UnknownLicense: Error {
    /// The name as written.
    package let name: String
}
