public import PlatformFoundation

/// One of the sizes in which a photo is kept.
public struct Rendition: Sendable, Hashable, Codable {
    /// The way in which it was made of the original.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Cut to a square: not the whole photo.
        case cropped
        /// Made smaller.
        case scaled
        /// The file as it was uploaded.
        case original
    }

    /// The address: `http`, `https` or `file`.
    public let url: URL

    /// Width in pixels; `nil` when the provider did not say.
    public let width: Int?

    /// Height in pixels; `nil` when the provider did not say.
    public let height: Int?

    /// The longer edge in pixels; for a rendition of unknown size the most that it can be, 0 when even that is unknown.
    public let longEdge: Int

    /// The way in which it was made of the original.
    public let kind: Kind

    /// Creates a rendition whose size the provider told.
    ///
    /// - Parameters:
    ///   - url: Where it is.
    ///   - width: Width in pixels.
    ///   - height: Height in pixels.
    ///   - kind: What was done to the original to make it.
    public init(url: URL, width: Int, height: Int, kind: Kind) {
        self.url = url
        self.width = width
        self.height = height
        self.longEdge = max(width, height)
        self.kind = kind
    }

    /// Creates a rendition whose size is unknown; such a one may turn out not to exist.
    ///
    /// - Parameters:
    ///   - url: Where it ought to be.
    ///   - longEdge: The most that its longer edge can be, in pixels; 0 when unknown.
    ///   - kind: What was done to the original to make it.
    public init(url: URL, longEdge: Int, kind: Kind) {
        self.url = url
        self.width = nil
        self.height = nil
        self.longEdge = longEdge
        self.kind = kind
    }

    /// True if the provider listed this rendition; false if Postcard inferred it.
    public var isConfirmed: Bool { width != nil && height != nil }
}
