public import PlatformFoundation

/// A photo as described by a source, with the URLs of its files and its attribution.
public struct RemotePhoto: Sendable, Hashable, Codable {
    /// The ``PhotoSource/name`` of the photo's source.
    public let source: String

    /// The id, unique within the source.
    public let id: String

    /// The title; empty if there is none.
    public let title: String

    /// The name for the attribution; empty if it is unknown.
    public let ownerName: String

    /// The URL of the owner's page; `nil` if it is unknown.
    public let ownerURL: URL?

    /// The URL of the photo's page; published copies must link to it.
    public let pageURL: URL?

    /// The license under which the photo is published.
    public let license: License

    /// The date of the photo as the source writes it, in the camera's local time without a time zone; `nil` if it is unknown. The date may
    /// contain only a year, or a year and a month.
    public let dateTaken: String?

    /// The position of the camera; `nil` if it is unknown.
    public let coordinate: Coordinate?

    /// The renditions, smallest first.
    public let renditions: [Rendition]

    /// Makes a photo and sorts its renditions by size.
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
    /// The first rendition is the smallest one that is large enough or, if none is, the largest one. Smaller ones follow. Cropped
    /// renditions are omitted, because they do not show the whole photo.
    public func renditions(atLeast longEdge: Int) -> [Rendition] {
        let whole = renditions.filter { $0.kind != .cropped }
        let best = whole.firstIndex { $0.longEdge >= longEdge } ?? whole.endIndex - 1
        return whole.prefix(best + 1).reversed()
    }
}
