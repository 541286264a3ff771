public import PlatformFoundation

/// A photo as a source describes it, with the URLs of its files and its attribution.
public struct RemotePhoto: Sendable, Hashable, Codable {
    /// The ``PhotoSource/name`` of its source.
    public let source: String

    /// The id, unique within the source.
    public let id: String

    /// The title; empty if there is none.
    public let title: String

    /// The name for the attribution; empty if it is unknown.
    public let ownerName: String

    /// The URL of the owner's page; `nil` if it is unknown.
    public let ownerURL: URL?

    /// The URL of the photo's page, which published copies must link to.
    public let pageURL: URL?

    /// The licence under which the photo is published.
    public let license: License

    /// The date of the photo as the source writes it, in the camera's local time without a zone. It may be only a month or a year. `nil` if it is
    /// unknown.
    public let dateTaken: String?

    /// The position of the camera; `nil` if it is unknown.
    public let coordinate: Coordinate?

    /// The renditions, smallest first.
    public let renditions: [Rendition]

    /// Makes a photo, and sorts its renditions by size.
    public init(
        source: String, id: String, title: String, ownerName: String, ownerURL: URL?, pageURL: URL?, license: License,
        dateTaken: String?, coordinate: Coordinate?, renditions: [Rendition]
    ) {
        self.source = source
        self.id = id
        self.title = title
        self.ownerName = ownerName
        self.ownerURL = ownerURL
        self.pageURL = pageURL
        self.license = license
        self.dateTaken = dateTaken
        self.coordinate = coordinate
        self.renditions = renditions.sorted { $0.longEdge < $1.longEdge }
    }

    /// Returns the renditions to try for a picture with a longer edge of at least `longEdge` pixels, best first.
    ///
    /// The first is the smallest one that is large enough, or else the largest. Smaller ones follow. Cropped renditions are left out, since they do
    /// not show the whole photo.
    public func renditions(atLeast longEdge: Int) -> [Rendition] {
        let whole = renditions.filter { $0.kind != .cropped }
        let best = whole.firstIndex { $0.longEdge >= longEdge } ?? whole.endIndex - 1
        return whole.prefix(best + 1).reversed()
    }
}

/// A size of a photo that can be downloaded.
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

    /// The longer edge in pixels. If the size is unknown, it is an upper bound, or 0 for no bound.
    public let longEdge: Int

    /// The difference from the original.
    public let kind: Kind

    /// Makes a rendition of known size.
    public init(url: URL, width: Int, height: Int, kind: Kind) {
        self.url = url
        self.width = width
        self.height = height
        self.longEdge = max(width, height)
        self.kind = kind
    }

    /// Makes a rendition of unknown size, which may not exist.
    public init(url: URL, longEdge: Int, kind: Kind) {
        self.url = url
        self.width = nil
        self.height = nil
        self.longEdge = longEdge
        self.kind = kind
    }

    /// A Boolean value that indicates whether the provider listed this rendition. Others were inferred and may not exist.
    public var isConfirmed: Bool { width != nil && height != nil }
}
