/// The smaller versions of each picture. The sizes are in the settings of the library.
public enum RenditionSize: String, Sendable, CaseIterable {
    /// The small version for lists.
    case thumbnail
    /// The larger version for a closer look.
    case peek
}
