import PlatformLibc

extension Coordinate {
    /// The degrees of latitude and longitude that a number of metres spans here.
    ///
    /// On a sphere of the Earth's mean radius; at the poles, where every longitude is within a step, half the circle.
    ///
    /// - Parameter metres: A distance that is small against the Earth.
    /// - Returns: The degrees.
    public func span(ofMetres metres: Double) -> (latitude: Double, longitude: Double) {
        let metresPerDegree = 6_371_008.8 * Double.pi / 180
        let shrinking = max(cos(latitude * .pi / 180), 1e-9)
        return (min(90, metres / metresPerDegree), min(180, metres / (metresPerDegree * shrinking)))
    }
}
