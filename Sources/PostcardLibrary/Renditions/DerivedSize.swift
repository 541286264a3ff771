/// The smaller versions that a library keeps of each picture. How large they are is in its settings.
public enum DerivedSize: String, Sendable, CaseIterable {
    /// For lists.
    case thumbnail
    /// For a closer look.
    case peek
}
