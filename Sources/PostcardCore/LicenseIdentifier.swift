/// Short names of licences, such as `CC-BY-ND-4.0`.
package enum LicenseIdentifier {
    /// `true` unless the name has an element `ND`, which forbids changed versions.
    package static func allowsDerivatives(_ identifier: String) -> Bool {
        !identifier.uppercased().split(separator: "-").contains("ND")
    }
}
