public import PlatformFoundation

/// A search for photos around a point.
public struct PhotoQuery: Sendable, Hashable {
    /// The strictness of the filter for unsuitable photos, if the source has such a filter.
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

    /// The words to find in titles, descriptions or tags; empty to find all photos.
    public var text: String

    /// The accepted licenses; empty to accept all licenses.
    public var licenses: Set<License>

    /// The earliest publication date; `nil` for no limit. For files in a folder, the modification time is used.
    public var since: Date?

    /// The strictness of the filter for unsuitable photos.
    public var safeSearch: SafeSearch

    /// Makes a search around a point.
    ///
    /// - Parameters:
    ///   - center: the center of the circle.
    ///   - radius: the radius in meters.
    ///   - text: the words to find; empty to find all photos.
    ///   - licenses: the accepted licenses; empty to accept all licenses.
    ///   - since: the earliest publication date; `nil` for no limit.
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

    /// The words of ``text`` in lowercase, for sources that search by themselves.
    package var words: [Substring] { text.lowercased().split(whereSeparator: \.isWhitespace) }

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
