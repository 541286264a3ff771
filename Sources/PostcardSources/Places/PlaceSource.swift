public import PlatformFoundation

/// A geocoding service, which finds places by name and by coordinate.
///
/// Its methods throw ``SourceError`` and `CancellationError`.
public protocol PlaceSource: Sendable {
    /// The short name, such as `nominatim`, which its places have in ``Place/source``.
    var name: String { get }

    /// The text that the provider's terms require to be shown with its places.
    var notice: String { get }

    /// Returns the places that match a query, best first.
    func places(matching query: PlaceQuery) async throws -> [Place]

    /// Returns the address at a coordinate, or the places around it, nearest first; none at sea.
    ///
    /// - Parameter limit: the largest number of places, at least 1.
    /// - Throws: ``SourceError`` or `CancellationError`.
    func places(at coordinate: Coordinate, limit: Int) async throws -> [Place]
}

/// A place with a name, as a service describes it.
public struct Place: Sendable, Hashable, Codable {
    /// The ``PlaceSource/name`` of its source.
    public let source: String

    /// The id within the source. Those of Nominatim are from OpenStreetMap, such as `way/5013364`.
    public let id: String

    /// The name, or the first part of an address without one.
    public let name: String

    /// The coordinate of the place.
    public let coordinate: Coordinate

    /// The address in one line; empty if it is unknown.
    public let address: String

    /// The kinds of place, such as `Coffee Shop`; empty if they are unknown.
    public let categories: [String]

    /// The URL of its page; `nil` if there is none.
    public let page: URL?

    /// Makes a place.
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
    /// The words to find: a name, an address or a kind of place.
    public var text: String

    /// The centre of the searched circle; `nil` for a search without one, which not every source supports.
    public var center: Coordinate?

    /// The radius of the circle in metres, 1…100,000.
    public var radius: Double

    /// The largest number of places, at least 1. A source may have a lower limit.
    public var limit: Int

    /// Makes a search.
    public init(text: String, center: Coordinate? = nil, radius: Double = 22_000, limit: Int = 10) {
        self.text = text
        self.center = center
        self.radius = min(max(radius, 1), 100_000)
        self.limit = max(1, limit)
    }
}
