/// A search for places.
public struct PlaceQuery: Sendable, Hashable {
    /// The words to find: a name, an address or a kind of place.
    public var text: String

    /// The center of the circle to search; `nil` for a search without a circle, which not every source supports.
    public var center: Coordinate?

    /// The radius of the circle in meters, 1…100,000.
    public var radius: Double

    /// The maximum number of places, at least 1. A source may have a lower limit.
    public var limit: Int

    /// True if only places in the circle are found. Otherwise, places in the circle are listed first. Foursquare finds only places in the
    /// circle.
    public var isBounded: Bool

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - text: the words to find.
    ///   - center: the center of the circle to search.
    ///   - radius: the radius in meters.
    ///   - limit: the maximum number of places.
    ///   - isBounded: true if only places in the circle are found.
    public init(
        text: String, center: Coordinate? = nil, radius: Double = 22_000, limit: Int = 10, isBounded: Bool = true
    ) {
        self.text = text
        self.center = center
        self.radius = min(max(radius, 1), 100_000)
        self.limit = max(1, limit)
        self.isBounded = isBounded
    }
}
