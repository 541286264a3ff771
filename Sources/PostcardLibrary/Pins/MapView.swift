package import PostcardPhotos

extension RecordKind {
    /// The kind of the single record with the last map view.
    package static let mapView: RecordKind = "map-view"
}

/// The visible part of the map.
package struct MapView: Sendable, Hashable, Codable {
    package let center: Coordinate
    /// The height of the view in degrees of latitude, above 0 and at most 180.
    package let latitudeSpan: Double
    /// The width of the view in degrees of longitude, above 0 and at most 360.
    package let longitudeSpan: Double

    /// Makes a map view. Spans are limited to their ranges, with a minimum of 0.0001 degrees (11 m).
    package init(center: Coordinate, latitudeSpan: Double, longitudeSpan: Double) {
        self.center = center
        self.latitudeSpan = min(max(latitudeSpan, 0.0001), 180)
        self.longitudeSpan = min(max(longitudeSpan, 0.0001), 360)
    }

    /// Makes the smallest view that shows all coordinates with a margin of a tenth on each side, at least 2 km; `nil` without coordinates.
    ///
    /// Longitudes wrap around, so coordinates on both sides of the 180th meridian are close together.
    package init?(showing places: [Coordinate]) {
        guard let first = places.first else { return nil }
        let latitudes = places.map(\.latitude)
        let (south, north) = (latitudes.min() ?? first.latitude, latitudes.max() ?? first.latitude)
        let longitudes = places.map(\.longitude).sorted()
        // The view leaves out the widest gap between neighboring longitudes.
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
        let least = center.span(ofMeters: 2_000)
        self.init(
            center: center, latitudeSpan: max((north - south) * 1.2, least.latitude),
            longitudeSpan: max(width * 1.2, least.longitude))
    }

    /// Returns true if a coordinate is shown.
    package func shows(_ place: Coordinate) -> Bool {
        let distance = abs(place.longitude - center.longitude)
        return abs(place.latitude - center.latitude) <= latitudeSpan / 2
            && min(distance, 360 - distance) <= longitudeSpan / 2
    }
}

extension Library {
    /// The key of the only record of this kind.
    private static let mapKey = RecordKey(.mapView, "last")
    /// The default span in degrees, a few kilometers.
    private static let firstSpan = 0.05

    /// Returns the last map view, or the view that shows all pins if none was set; `nil` if the library has no pins.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    package func mapView() throws(FileError) -> MapView? {
        if let view: MapView = try index.value(of: Self.mapKey) { return view }
        return MapView(showing: try pins().map(\.coordinate))
    }

    /// Changes the map view. `nil` leaves a value unchanged.
    ///
    /// - Parameters:
    ///   - latitudeSpan: the height in degrees of latitude; 0.05 if there was no view before.
    ///   - longitudeSpan: the width in degrees of longitude; 0.05 if there was no view before.
    /// - Throws: `LibraryError` with code `invalidValue` if no center is given and there was no view before, or `preconditionFailed`.
    package func changeMapView(
        center: Coordinate? = nil, latitudeSpan: Double? = nil, longitudeSpan: Double? = nil,
        if condition: Condition? = nil
    ) throws -> MapView {
        try update(if: condition) { transaction in
            var old: MapView? = try valueToReplace(Self.mapKey, in: &transaction)
            if old == nil { old = MapView(showing: try pins().map(\.coordinate)) }
            guard let center = center ?? old?.center else {
                throw LibraryError(.invalidValue, "The map has no view yet. Set its center.")
            }
            let view = MapView(
                center: center, latitudeSpan: latitudeSpan ?? old?.latitudeSpan ?? Self.firstSpan,
                longitudeSpan: longitudeSpan ?? old?.longitudeSpan ?? Self.firstSpan)
            try transaction.put(view, for: Self.mapKey)
            return view
        }
    }

    /// Resets the map to the view that shows all pins.
    ///
    /// - Parameter condition: the condition that the change depends on.
    /// - Throws: `FileError` if the change cannot be written; `LibraryError` with code `preconditionFailed`.
    package func resetMapView(if condition: Condition? = nil) throws {
        try update(if: condition) { transaction in
            if try transaction.record(Self.mapKey) != nil { try transaction.delete(Self.mapKey) }
        }
    }
}
