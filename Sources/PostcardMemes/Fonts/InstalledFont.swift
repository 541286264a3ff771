/// A font family that is installed on the machine.
package struct InstalledFont: Hashable, Sendable {
    /// The name of the family, for ``CaptionFont/named(_:)``.
    package let family: String
    /// The name, without folders, of the file that ``CaptionFont/named(_:)`` selects.
    package let fileName: String
}
