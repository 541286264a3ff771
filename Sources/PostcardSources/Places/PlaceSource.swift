public import PlatformFoundation

/// A service that knows places by their names, and names by their places.
///
/// Its methods throw ``SourceError`` and `CancellationError`.
public protocol PlaceSource: Sendable {
    /// A short name such as `nominatim`, which every place from here carries in ``Place/source``.
    var name: String { get }

    /// The text that the terms of the provider ask to show wherever its places are shown.
    var notice: String { get }

    /// The places that match, best first.
    func places(matching query: PlaceQuery) async throws -> [Place]

    /// The places at a coordinate: its address, or the places around it, nearest first. Empty at sea.
    ///
    /// - Parameters:
    ///   - coordinate: The coordinate.
    ///   - limit: The largest number of places, at least 1.
    /// - Returns: The places.
    /// - Throws: ``SourceError`` and `CancellationError`.
    func places(at coordinate: Coordinate, limit: Int) async throws -> [Place]
}

/// A place with a name, as a service knows it.
public struct Place: Sendable, Hashable, Codable {
    /// The ``PlaceSource/name`` of the source it came from.
    public let source: String

    /// The source's own name for it. Nominatim's are those of OpenStreetMap, such as `way/5013364`.
    public let id: String

    /// The name; for an address without one, its first part.
    public let name: String

    /// The position.
    public let coordinate: Coordinate

    /// The address in one line; empty when the source does not know it.
    public let address: String

    /// The kinds of place, such as `Coffee Shop`; empty when the source does not say.
    public let categories: [String]

    /// Its page, where the source has one.
    public let page: URL?

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - id: The source's own name for the place.
    ///   - name: What it is called.
    ///   - coordinate: Where it is.
    ///   - address: The address in one line.
    ///   - categories: What it is.
    ///   - page: Its page.
    public init(
        source: String, id: String, name: String, coordinate: Coordinate, address: String = "",
        categories: [String] = [], page: URL? = nil
    ) {
        self.source = source
        self.id = id
        self.name = name
        self.coordinate = coordinate
        self.address = address
        self.categories = categories
        self.page = page
    }
}

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
