/// An error about an unknown short license name.
package struct UnknownLicense: Error {
    /// The name as written.
    package let name: String
}
