import PlatformLibc
import PostcardCore

/// A point on the Earth in the WGS 84 datum, which GPS, Flickr and OpenStreetMap share.
public struct Coordinate: Sendable, Hashable {
    /// Degrees north of the equator, −90…90.
    public let latitude: Double

    /// Degrees east of Greenwich, −180…180.
    public let longitude: Double

    /// Creates a coordinate from degrees.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north, −90…90.
    ///   - longitude: Degrees east, −180…180.
    /// - Throws: ``CoordinateError`` that names the number which is out of range.
    public init(latitude: Double, longitude: Double) throws(CoordinateError) {
        guard (-90...90).contains(latitude) else {
            let swapped = (-90...90).contains(longitude) && (-180...180).contains(latitude)
            throw CoordinateError(
                .latitudeOutOfRange,
                "Latitude \(latitude) is not between -90 and 90\(swapped ? "; latitude comes before longitude" : "").")
        }
        guard (-180...180).contains(longitude) else {
            throw CoordinateError(.longitudeOutOfRange, "Longitude \(longitude) is not between -180 and 180.")
        }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The great-circle distance to another point, in metres.
    ///
    /// The haversine formula on a sphere of the Earth's mean radius (6 371 008.8 m, IUGG 1980), which differs from the
    /// true ellipsoid by less than 0.6 %. It stays exact for neighbouring points, where the law of cosines does not.
    public func distance(to other: Coordinate) -> Double {
        let meanRadius = 6_371_008.8
        let radiansPerDegree = Double.pi / 180
        let latitudeStep = sin((other.latitude - latitude) * radiansPerDegree / 2)
        let longitudeStep = sin((other.longitude - longitude) * radiansPerDegree / 2)
        let haversine =
            latitudeStep * latitudeStep
            + cos(latitude * radiansPerDegree) * cos(other.latitude * radiansPerDegree) * longitudeStep * longitudeStep
        // Rounding may push the sum past 1 for points opposite each other.
        return 2 * meanRadius * asin(min(1, haversine.squareRoot()))
    }
}

extension Coordinate: CustomStringConvertible {
    /// `latitude,longitude` with six decimals, about a decimetre: what ``init(parsing:)`` reads back.
    public var description: String { "\(texts.latitude),\(texts.longitude)" }

    /// Both numbers as in the description.
    package var texts: (latitude: String, longitude: String) { (Self.text(latitude), Self.text(longitude)) }

    private static func text(_ degrees: Double) -> String {
        // By hand, because a Double's own description turns to exponents below 0.0001.
        let millionths = Int((degrees * 1_000_000).rounded())
        let (whole, fraction) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(millionths < 0 ? "-" : "")\(whole).\(fraction.padded(to: 6))"
    }
}

extension Coordinate: Codable {
    /// Decodes `{"latitude": …, "longitude": …}` and refuses what ``init(latitude:longitude:)`` refuses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .latitude)
        let longitude = try container.decode(Double.self, forKey: .longitude)
        do throws(CoordinateError) {
            try self.init(latitude: latitude, longitude: longitude)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.message, underlyingError: error))
        }
    }
}

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
}
