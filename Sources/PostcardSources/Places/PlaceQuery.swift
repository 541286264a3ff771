/// A search for places.
public struct PlaceQuery: Sendable, Hashable {
    /// Words to find: a name, an address, or what the place is.
    public var text: String

    /// The middle of the circle that is searched; `nil` for anywhere, where the source can do that.
    public var center: Coordinate?

    /// The radius of that circle in metres, 1…100,000.
    public var radius: Double

    /// The maximum number of places, at least 1. A source with a lower limit returns no more than that.
    public var limit: Int

    /// Asks for places.
    ///
    /// - Parameters:
    ///   - text: Words to find.
    ///   - center: The middle of the circle that is searched.
    ///   - radius: Its radius in metres.
    ///   - limit: How many places at most.
    public init(text: String, center: Coordinate? = nil, radius: Double = 22_000, limit: Int = 10) {
        self.text = text
        self.center = center
        self.radius = min(max(radius, 1), 100_000)
        self.limit = max(1, limit)
    }
}
