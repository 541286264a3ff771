public import PlatformFoundation

/// A named place, as described by a service.
public struct Place: Sendable, Hashable, Codable {
    /// The ``PlaceSource/name`` of the place's source.
    public let source: String

    /// The id within the source. Nominatim's ids, such as `way/5013364`, come from OpenStreetMap.
    public let id: String

    /// The name, or the first part of the address if the place has no name.
    public let name: String
    /// The coordinate of the place.
    public let coordinate: Coordinate

    /// The address in one line; empty if it is unknown.
    public let address: String

    /// The kinds of place, such as `Coffee Shop`; empty if they are unknown.
    public let categories: [String]

    /// The URL of the place's page; `nil` if it has none.
    public let page: URL?

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - source: the name of the source.
    ///   - id: the id within the source.
    ///   - name: the name.
    ///   - coordinate: the position.
    ///   - address: the address in one line.
    ///   - categories: the kinds of place.
    ///   - page: the URL of the place's page.
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
