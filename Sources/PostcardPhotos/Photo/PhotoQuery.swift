public import PlatformFoundation

/// A search for photos around a point.
public struct PhotoQuery: Sendable, Hashable {
    /// The strictness of the filter for unsuitable photos, if the source has one.
    public enum SafeSearch: String, Sendable, Hashable, Codable, CaseIterable {
        /// Only photos that are suitable for everyone.
        case safe
        /// Photos that their owners marked as moderate are included.
        case moderate
        /// All photos that the key's account may see.
        case restricted
    }

    /// The center of the circle to search.
    public var center: Coordinate

    /// The radius of the circle in meters, above 0. A source with a lower limit searches a smaller circle, and returns its radius in
    /// ``PhotoPage/radius``.
    public var radius: Double

    /// The words to find in titles, descriptions or tags; empty for any.
    public var text: String

    /// The accepted licenses; empty for any.
    public var licenses: Set<License>

    /// The earliest publication date; `nil` for any. In a folder, this is the file's modification time.
    public var since: Date?

    /// The strictness of the filter for unsuitable photos.
    public var safeSearch: SafeSearch

    /// Makes a search around a point.
    ///
    /// - Parameters:
    ///   - center: the center of the circle.
    ///   - radius: the radius in meters.
    ///   - text: the words to find; empty for any.
    ///   - licenses: the accepted licenses; empty for any.
    ///   - since: the earliest publication date; `nil` for any.
    ///   - safeSearch: the strictness of the filter for unsuitable photos.
    public init(
        center: Coordinate, radius: Double, text: String = "", licenses: Set<License> = [], since: Date? = nil,
        safeSearch: SafeSearch = .safe
    ) {
        self.center = center
        self.radius = radius
        self.text = text
        self.licenses = licenses
        self.since = since
        self.safeSearch = safeSearch
    }

    /// Checks that the radius is above 0 and the page number is at least 1.
    ///
    /// - Throws: ``SourceError`` with code `badQuery`.
    package func check(page: Int) throws(SourceError) {
        guard radius > 0, page > 0 else {
            throw SourceError(
                .badQuery,
                "The radius (\(radius) m) must be above 0 m, and the page number (\(page)) must be at least 1.")
        }
    }
}
