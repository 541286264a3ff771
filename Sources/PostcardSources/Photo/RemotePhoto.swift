public import PlatformFoundation

/// A photo as a source describes it: where its files are and whom to credit.
public struct RemotePhoto: Sendable, Hashable, Codable {
    /// The ``PhotoSource/name`` of the source it came from.
    public let source: String

    /// The source's own name for it, unique within the source.
    public let id: String

    /// The title its owner gave it; empty when there is none.
    public let title: String

    /// The name to credit; empty when the source does not know it.
    public let ownerName: String

    /// The owner's page.
    public let ownerURL: URL?

    /// The photo's own page, to which a published copy has to link.
    public let pageURL: URL?

    /// The licence.
    public let license: License

    /// The date on which it was taken as the source words it, in the camera's local time without a zone; a date known only
    /// to the month or year is as short as that. `nil` when unknown.
    public let dateTaken: String?

    /// The position of the camera; `nil` when the source does not say.
    public let coordinate: Coordinate?

    /// Its files, smallest first.
    public let renditions: [Rendition]

    /// Creates a photo; renditions are sorted by size.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - id: The source's own name for the photo.
    ///   - title: Its title.
    ///   - ownerName: The name to credit.
    ///   - ownerURL: The owner's page.
    ///   - pageURL: The photo's page.
    ///   - license: What may be done with it.
    ///   - dateTaken: When it was taken, as the source words it.
    ///   - coordinate: Where it was taken.
    ///   - renditions: Its files in any order.
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

    /// The renditions to try for a picture whose longer edge is at least so many pixels, best first.
    ///
    /// The smallest that suffices comes first, or the largest where none does, then the next smaller ones. Cropped ones
    /// do not count, since they are not the whole photo.
    public func renditions(atLeast longEdge: Int) -> [Rendition] {
        let whole = renditions.filter { $0.kind != .cropped }
        let best = whole.firstIndex { $0.longEdge >= longEdge } ?? whole.endIndex - 1
        return whole.prefix(best + 1).reversed()
    }
}

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
