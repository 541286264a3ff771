public import PlatformFoundation

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
