import PlatformLibc
import PostcardCore

/// A point on the Earth in the WGS 84 datum, as used by GPS, Flickr and OpenStreetMap.
public struct Coordinate: Sendable, Hashable {
    /// The degrees north of the equator, −90…90.
    public let latitude: Double

    /// The degrees east of Greenwich, −180…180.
    public let longitude: Double

    /// Makes a coordinate.
    ///
    /// - Parameters:
    ///   - latitude: the degrees north, −90…90.
    ///   - longitude: the degrees east, −180…180.
    /// - Throws: a ``CoordinateError`` whose message contains the number that is out of range.
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

    /// Returns the great-circle distance to another point, in meters.
    ///
    /// The distance is computed with the haversine formula on a sphere of the Earth's mean radius (6 371 008.8 m, IUGG 1980), with an error
    /// below 0.6% compared with the ellipsoid. Unlike the law of cosines, the formula is exact for points that are close together.
    public func distance(to other: Coordinate) -> Double {
        let meanRadius = 6_371_008.8
        let radiansPerDegree = Double.pi / 180
        let latitudeStep = sin((other.latitude - latitude) * radiansPerDegree / 2)
        let longitudeStep = sin((other.longitude - longitude) * radiansPerDegree / 2)
        let haversine =
            latitudeStep * latitudeStep
            + cos(latitude * radiansPerDegree) * cos(other.latitude * radiansPerDegree) * longitudeStep * longitudeStep
        // Rounding can make the sum exceed 1 for opposite points.
        return 2 * meanRadius * asin(min(1, haversine.squareRoot()))
    }
}

extension Coordinate: CustomStringConvertible {
    /// The string `latitude,longitude` with six decimals (about a decimeter), which ``init(parsing:)`` can read.
    public var description: String { "\(texts.latitude),\(texts.longitude)" }

    /// Both numbers as strings, as in the description.
    package var texts: (latitude: String, longitude: String) { (Self.text(latitude), Self.text(longitude)) }

    private static func text(_ degrees: Double) -> String {
        // The description of a `Double` below 0.0001 has an exponent.
        let millionths = Int((degrees * 1_000_000).rounded())
        let (whole, fraction) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(millionths < 0 ? "-" : "")\(whole).\(fraction.padded(to: 6))"
    }
}

extension Coordinate {
    /// Returns the longitude plus or minus full turns, at most 180 degrees from another longitude. On a map, a line between the two takes the
    /// shorter path, even across the date line.
    package func longitude(near other: Double) -> Double {
        longitude - 360 * ((longitude - other) / 360).rounded()
    }

    /// The coordinate rounded to three decimals; rounding moves the point by at most 80 m.
    package var rounded: Coordinate {
        func round(_ degrees: Double) -> Double { (degrees * 1000).rounded() / 1000 }
        // A rounded number is still within the range, whose bounds are integers.
        return (try? Coordinate(latitude: round(latitude), longitude: round(longitude))) ?? self
    }
}

extension Coordinate: Codable {
    /// Decodes `{"latitude": …, "longitude": …}`, checking the ranges as in ``init(latitude:longitude:)``.
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
    /// Returns the degrees of latitude and longitude that a distance spans at this point.
    ///
    /// The span is computed on a sphere of the Earth's mean radius. At the poles, the longitude span is 180 degrees, half the circle.
    ///
    /// - Parameter meters: a distance that is small compared with the size of the Earth.
    package func span(ofMeters meters: Double) -> (latitude: Double, longitude: Double) {
        let metersPerDegree = 6_371_008.8 * Double.pi / 180
        let shrinking = max(cos(latitude * .pi / 180), 1e-9)
        return (min(90, meters / metersPerDegree), min(180, meters / (metersPerDegree * shrinking)))
    }
}
