/// A family of fonts that is installed on the machine.
public struct InstalledFont: Hashable, Sendable {
    /// The name of the family, for ``CaptionFont/named(_:)``.
    public let family: String
    /// The name, without folders, of the file that ``CaptionFont/named(_:)`` takes of it.
    public let fileName: String
}
