/// A font family installed on the machine.
package struct InstalledFont: Hashable, Sendable {
    /// The name of the family, for ``CaptionFont/named(_:)``.
    package let family: String
    /// The name of the file that ``CaptionFont/named(_:)`` selects, without folders.
    package let fileName: String
}
