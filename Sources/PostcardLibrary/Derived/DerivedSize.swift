internal import PostcardImaging

/// The smaller versions that a library keeps of each picture.
public enum DerivedSize: String, Sendable, CaseIterable {
    /// For lists: 256 pixels on the longer side.
    case thumbnail
    /// For a closer look: 1024 pixels on the longer side.
    case peek

    /// The longer side in pixels.
    public var longEdge: Int {
        switch self {
        case .thumbnail: 256
        case .peek: 1024
        }
    }
}
