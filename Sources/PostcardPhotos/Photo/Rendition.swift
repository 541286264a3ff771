public import PlatformFoundation

/// A downloadable size of a photo.
public struct Rendition: Sendable, Hashable, Codable {
    /// The difference between a rendition and the original.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Cropped to a square.
        case cropped
        /// Reduced in size.
        case scaled
        /// The uploaded file.
        case original
    }

    /// The http, https or file URL.
    public let url: URL

    /// The width in pixels; `nil` if it is unknown.
    public let width: Int?

    /// The height in pixels; `nil` if it is unknown.
    public let height: Int?

    /// The longer edge in pixels. If the size is unknown, this value is an upper bound, or 0 for no bound.
    public let longEdge: Int

    /// The difference between this rendition and the original.
    public let kind: Kind

    /// Makes a rendition of known size.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    ///   - kind: how the rendition differs from the original.
    public init(url: URL, width: Int, height: Int, kind: Kind) {
        self.url = url
        self.width = width
        self.height = height
        self.longEdge = max(width, height)
        self.kind = kind
    }

    /// Makes a rendition that may not exist and has an unknown size.
    ///
    /// - Parameters:
    ///   - url: the expected URL.
    ///   - longEdge: the upper bound of the longer edge in pixels; 0 for no bound.
    ///   - kind: how the rendition differs from the original.
    public init(url: URL, longEdge: Int, kind: Kind) {
        self.url = url
        self.width = nil
        self.height = nil
        self.longEdge = longEdge
        self.kind = kind
    }

    /// True if the provider listed this rendition. An unlisted rendition was inferred and may not exist.
    package var isConfirmed: Bool { width != nil && height != nil }
}
