public import PostcardSources

extension RecordKind {
    /// The part of the map that was shown last.
    public static let mapView: RecordKind = "map-view"
}

/// The part of the map that is looked at.
public struct MapView: Sendable, Hashable, Codable {
    /// The middle.
    public let center: Coordinate
    /// Degrees of latitude from the lower to the upper edge, above 0 and up to 180.
    public let latitudeSpan: Double
    /// Degrees of longitude from the left to the right edge, above 0 and up to 360.
    public let longitudeSpan: Double

    /// Looks at a part of the map; spans are brought into range, 0.0001 degrees (11 m) at least.
    ///
    /// - Parameters:
    ///   - latitudeSpan: degrees from the lower to the upper edge.
    ///   - longitudeSpan: degrees from the left to the right edge.
    public init(center: Coordinate, latitudeSpan: Double, longitudeSpan: Double) {
        self.center = center
        self.latitudeSpan = min(max(latitudeSpan, 0.0001), 180)
        self.longitudeSpan = min(max(longitudeSpan, 0.0001), 360)
    }

    /// The smallest view of all the places, with a tenth of it as margin and 2 km at least; `nil` without places.
    ///
    /// The shorter way round the Earth is taken, so that places on both sides of the 180th meridian are close together.
    public init?(showing places: [Coordinate]) {
        guard let first = places.first else { return nil }
        let latitudes = places.map(\.latitude)
        let (south, north) = (latitudes.min() ?? first.latitude, latitudes.max() ?? first.latitude)
        let longitudes = places.map(\.longitude).sorted()
        // The view leaves out the widest gap between neighbours.
        var west = longitudes[0]
        var width = longitudes[longitudes.count - 1] - west
        for (left, right) in zip(longitudes, longitudes.dropFirst()) where 360 - (right - left) < width {
            west = right
            width = 360 - (right - left)
        }
        let middle = west + width / 2
        guard
            let center = try? Coordinate(
                latitude: (south + north) / 2, longitude: middle > 180 ? middle - 360 : middle)
        else { return nil }
        let least = center.span(ofMetres: 2_000)
        self.init(
            center: center, latitudeSpan: max((north - south) * 1.2, least.latitude),
            longitudeSpan: max(width * 1.2, least.longitude))
    }

    /// Returns a Boolean value that indicates whether a coordinate is in view.
    public func shows(_ place: Coordinate) -> Bool {
        let distance = abs(place.longitude - center.longitude)
        return abs(place.latitude - center.latitude) <= latitudeSpan / 2
            && min(distance, 360 - distance) <= longitudeSpan / 2
    }
}

extension Library {
    /// There is one map.
    private static let mapKey = RecordKey(.mapView, "last")
    /// A few kilometres.
    private static let firstSpan = 0.05

    /// Returns the part of the map that was shown last; before one was ever set, the part with all pins; `nil` when
    /// there is no pin either.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func mapView() throws(LibraryError) -> MapView? {
        if let view: MapView = try index.record(Self.mapKey).flatMap({ index.value(of: $0) }) { return view }
        return MapView(showing: try pins().map(\.coordinate))
    }

    /// Changes and records the part of the map that is shown. Arguments that are `nil` leave their values as they are.
    ///
    /// - Parameters:
    ///   - latitudeSpan: degrees from the lower to the upper edge; 0.05 when the map showed nothing yet.
    ///   - longitudeSpan: degrees from the left to the right edge; the same.
    ///   - condition: the condition that the change depends on.
    /// - Returns: the changed part.
    /// - Throws: `LibraryError` with code `invalidValue` when the map showed nothing yet and no middle is given,
    ///   `preconditionFailed`.
    public func changeMapView(
        center: Coordinate? = nil, latitudeSpan: Double? = nil, longitudeSpan: Double? = nil,
        if condition: Condition? = nil
    ) throws(LibraryError) -> MapView {
        try update(if: condition) { (transaction) throws(LibraryError) in
            var old: MapView? = try valueToReplace(Self.mapKey, in: &transaction)
            if old == nil { old = MapView(showing: try pins().map(\.coordinate)) }
            guard let center = center ?? old?.center else {
                throw LibraryError(.invalidValue, "The map shows nothing yet. Say where its middle is.")
            }
            let view = MapView(
                center: center, latitudeSpan: latitudeSpan ?? old?.latitudeSpan ?? Self.firstSpan,
                longitudeSpan: longitudeSpan ?? old?.longitudeSpan ?? Self.firstSpan)
            try transaction.put(view, for: Self.mapKey)
            return view
        }
    }

    /// Shows all pins again.
    ///
    /// - Parameter condition: the condition that the change depends on.
    /// - Throws: `LibraryError` when it cannot be written; `preconditionFailed`.
    public func resetMapView(if condition: Condition? = nil) throws(LibraryError) {
        try update(if: condition) { (transaction) throws(LibraryError) in
            if try transaction.record(Self.mapKey) != nil { try transaction.delete(Self.mapKey) }
        }
    }
}
