/// A geocoding service, which finds places by name and by coordinate.
///
/// Its methods throw ``SourceError`` and `CancellationError`.
public protocol PlaceSource: Sendable {
    /// The short name, such as `nominatim`, which is also the ``Place/source`` of the service's places.
    var name: String { get }

    /// The text that the provider's terms require to be shown with its places.
    var notice: String { get }

    /// Returns the places that match a query, best first.
    func places(matching query: PlaceQuery) async throws -> [Place]

    /// Returns the address at a coordinate, or the places around it, nearest first; an empty array at sea.
    ///
    /// - Parameters:
    ///   - coordinate: the coordinate.
    ///   - limit: the maximum number of places, at least 1.
    /// - Throws: ``SourceError`` or `CancellationError`.
    func places(at coordinate: Coordinate, limit: Int) async throws -> [Place]
}
