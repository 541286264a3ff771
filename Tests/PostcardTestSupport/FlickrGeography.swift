#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The geometry that a stand-in needs. It is separate from the tested code, so mistakes do not cancel out.
enum FlickrGeography {
    private static let metersPerDegree = 111_195.08

    /// Returns the point a number of meters north and east of another point, for short distances.
    static func point(
        from origin: (latitude: Double, longitude: Double), north: Double, east: Double
    ) -> (latitude: Double, longitude: Double) {
        let scale = cos(origin.latitude * .pi / 180)
        return (origin.latitude + north / metersPerDegree, origin.longitude + east / (metersPerDegree * scale))
    }

    /// Returns the distance between two points in meters, by the spherical law of cosines.
    static func distance(
        _ first: (latitude: Double, longitude: Double), _ second: (latitude: Double, longitude: Double)
    ) -> Double {
        let (start, end) = (first.latitude * .pi / 180, second.latitude * .pi / 180)
        let turn = (second.longitude - first.longitude) * .pi / 180
        let cosine = sin(start) * sin(end) + cos(start) * cos(end) * cos(turn)
        return acos(min(1, max(-1, cosine))) * 180 / .pi * metersPerDegree
    }

    /// Returns the position of one of many points that fill a disk evenly, in meters north and east of its center.
    static func spiral(_ index: Int, of count: Int, radius: Double) -> (north: Double, east: Double) {
        let goldenAngle = Double.pi * (3 - 5.0.squareRoot())
        let distance = radius * (Double(index) / Double(max(1, count - 1))).squareRoot()
        return (distance * cos(Double(index) * goldenAngle), distance * sin(Double(index) * goldenAngle))
    }
}
