import PlatformLibc
import PostcardPhotos

extension Coordinate {
    /// Returns the centers of seven circles of half the radius that cover a circle around this point: the point itself, and six points at
    /// √3/2 of the radius. Centers beyond a pole are omitted.
    ///
    /// - Parameter radius: the radius in meters, which must be small compared with the Earth's radius.
    func centersOfSevenCircles(covering radius: Double) -> [Coordinate] {
        let span = span(ofMeters: radius * 0.75.squareRoot())
        return [self]
            + (0..<6).compactMap { index in
                let angle = Double(index) * .pi / 3
                let east = longitude + span.longitude * sin(angle)
                return try? Coordinate(
                    latitude: latitude + span.latitude * cos(angle),
                    longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east)
            }
    }
}
