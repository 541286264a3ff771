/// Checks short license names, such as `CC-BY-ND-4.0`.
package enum LicenseIdentifier {
    /// Returns true if a license allows changed versions, that is, if it does not contain the element `ND`.
    package static func allowsDerivatives(_ identifier: String) -> Bool {
        !identifier.uppercased().split(separator: "-").contains("ND")
    }
}
