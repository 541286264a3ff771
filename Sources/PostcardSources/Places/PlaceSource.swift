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
