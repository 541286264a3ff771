public import PlatformFoundation
public import PostcardPhotos

/// The criteria for choosing the photos of an album.
public struct AlbumRequest: Sendable, Hashable, Codable {
    /// The number of photos, at least 1. Flickr's terms allow at most 30 photos on a page.
    public var count: Int
    /// The maximum distance from the pin in meters.
    public var radius: Double
    /// The words to find in titles, descriptions and tags; empty to accept all photos.
    public var text: String
    /// The accepted licenses; empty to accept all licenses.
    public var licenses: Set<License>
    /// The earliest publication date; `nil` for no limit.
    public var since: Date?
    /// The level of safe search, if the source can filter unsuitable photos.
    public var safeSearch: PhotoQuery.SafeSearch
    /// The minimum length of the longer side in pixels, if the source offers a rendition of that size.
    public var longEdge: Int
    /// The seed for the random choice. Equal seeds choose the same photos from the same search results. Use `nil` for a random seed.
    public var seed: UInt64?

    /// The allowed range for the number of photos. Flickr's terms allow at most 30 photos on a page.
    package static let counts = 1...30
    /// The maximum radius in meters. ``FlickrSource`` uses one meter less, which is the maximum that Flickr allows.
    package static let maximumRadius = 32_000.0

    package static let defaultCount = 24
    /// The default radius in meters.
    package static let defaultRadius = 2_000.0

    /// Makes a request. The default is 24 photos within 2 kilometers.
    public init(
        count: Int? = nil, radius: Double? = nil, text: String = "", licenses: Set<License> = [], since: Date? = nil,
        safeSearch: PhotoQuery.SafeSearch = .safe, longEdge: Int = 2_048, seed: UInt64? = nil
    ) {
        self.count = count ?? Self.defaultCount
        self.radius = radius ?? Self.defaultRadius
        self.text = text
        self.licenses = licenses
        self.since = since
        self.safeSearch = safeSearch
        self.longEdge = longEdge
        self.seed = seed
    }
}

extension AlbumRequest {
    /// Makes a request from JSON values or command options. `nil` means the default.
    ///
    /// - Parameters:
    ///   - radius: the maximum distance from the pin in meters.
    ///   - license: the short names of licenses, separated by commas.
    ///   - since: the earliest publication date.
    /// - Throws: `InvalidMember` for the first invalid value.
    package init(
        count: Int?, radius: Double?, text: String?, license: String?, since: DayOrMoment?,
        safe: PhotoQuery.SafeSearch?, seed: UInt64?
    ) throws(InvalidMember) {
        self.init(
            count: count, radius: radius, text: text ?? "", since: since?.start, safeSearch: safe ?? .safe, seed: seed)
        guard Self.counts.contains(self.count) else {
            throw InvalidMember("count", "is \(self.count); it must be 1 to \(Self.counts.upperBound).")
        }
        guard self.radius > 0, self.radius <= Self.maximumRadius else {
            throw InvalidMember(
                "radius", "is \(self.radius); it must be above 0 and at most \(Int(Self.maximumRadius)) meters.")
        }
        do throws(UnknownLicense) {
            licenses = try License.matching(list: license ?? "")
        } catch {
            throw InvalidMember(
                "license",
                "contains the unknown license \(error.name). Use cc-by, cc-by-sa-4.0, cc0, public-domain or derivatives."
            )
        }
    }
}
