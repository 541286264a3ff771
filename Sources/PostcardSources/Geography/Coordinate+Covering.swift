import PlatformLibc

extension Coordinate {
    /// The middles of seven circles of half the radius that cover a circle around this point: one in its middle, and
    /// six at √3/2 of the radius. `radius` is in metres; small against the Earth. Middles beyond a pole are left out.
    func middlesOfSevenCircles(covering radius: Double) -> [Coordinate] {
        let span = span(ofMetres: radius * 0.75.squareRoot())
        return [self]
            + (0..<6).compactMap { index in
                let angle = Double(index) * .pi / 3
                let east = longitude + span.longitude * sin(angle)
                return try? Coordinate(
                    latitude: latitude + span.latitude * cos(angle),
                    longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east)
            }
    }

    /// The great-circle distance in metres to a point of another service, which may be out of range: then it is infinite.
    func distance(latitude: Double, longitude: Double) -> Double {
        (try? Coordinate(latitude: latitude, longitude: longitude)).map { distance(to: $0) } ?? .infinity
    }
}
