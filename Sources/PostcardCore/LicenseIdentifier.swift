/// Checks of short licence names, such as `CC-BY-ND-4.0`.
package enum LicenseIdentifier {
    /// Returns a Boolean value that indicates whether a licence allows changed versions: it has no element `ND`.
    package static func allowsDerivatives(_ identifier: String) -> Bool {
        !identifier.uppercased().split(separator: "-").contains("ND")
    }
}
