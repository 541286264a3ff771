import PostcardCore
import PostcardLibrary
package import PostcardPhotos

/// The names of cities and towns in the web app's files, for naming places offline.
package enum CityNames {
    /// The source of these places.
    private static let source = "natural-earth"

    private typealias Named = (name: String, coordinate: Coordinate)

    /// The maximum distance in meters between a place and the city it is named after.
    private static let radius = 25_000.0

    private static let cities: [Named] = {
        let file = AppFiles.program["cities.json"]?.bytes ?? []
        let list = file.withUnsafeBytes { try? JSONValue(parsing: $0) }
        return (list?.elements ?? []).compactMap { city in
            guard let parts = city.elements, parts.count == 3, let name = parts[0].string,
                let latitude = parts[1].number, let longitude = parts[2].number,
                let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return (name, coordinate)
        }
    }()

    /// The towns in the map pieces.
    private static let towns: [Named] = AppFiles.program.names.filter { $0.hasPrefix("world/") }.flatMap { name in
        var piece = MapPiece(AppFiles.program[name]?.bytes ?? [])
        return piece.places() ?? []
    }

    /// Returns the nearest large city, or else the nearest town; an empty list if neither is within 25 km.
    @Sendable
    static func places(at coordinate: Coordinate) -> PlaceListing {
        let nearest = nearest(of: cities, to: coordinate) ?? nearest(of: towns, to: coordinate)
        let places = nearest.map { name, place in
            [Place(source: source, id: "\(place)", name: name, coordinate: place)]
        }
        return PlaceListing(places ?? [], from: coordinate, source: source, notice: "Made with Natural Earth.")
    }

    /// Returns the name of the nearest large city, or else of the nearest town; `nil` if neither is within 25 km.
    @Sendable
    package static func name(at coordinate: Coordinate) -> String? { places(at: coordinate).places.first?.place.name }

    private static func nearest(of places: [Named], to coordinate: Coordinate) -> Named? {
        let distances = places.map { ($0, $0.coordinate.distance(to: coordinate)) }
        return distances.min { $0.1 < $1.1 }.flatMap { $0.1 < radius ? $0.0 : nil }
    }
}

// MARK: Reading map pieces

/// A piece of the world map, for reading its place names. `Scripts/world` describes the format.
private struct MapPiece {
    private let bytes: [UInt8]
    private var at = 20

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the names and coordinates of places; `nil` for a truncated file.
    mutating func places() -> [(name: String, coordinate: Coordinate)]? {
        guard bytes.count > at else { return nil }
        func header(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
        let (arcs, rings, references) = (header(6) + header(8) + header(10), header(12), header(14))
        let vertices = header(16) | header(18) << 16
        for _ in 0..<(arcs + 2 * vertices + rings + references) { guard number() != nil else { return nil } }
        guard number() != nil, number() != nil, let count = number(), let longitudes = running(count),
            let latitudes = running(count)
        else { return nil }
        // The coordinates of names have four times the precision of the outline's coordinates.
        let units = 4 * Double(header(4))
        let names = String(decoding: bytes[at...], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        return zip(names, zip(latitudes, longitudes)).compactMap { name, place in
            (try? Coordinate(latitude: Double(place.0) / units, longitude: Double(place.1) / units))
                .map { (String(name), $0) }
        }
    }

    /// Reads a variable-length integer with seven bits per byte; `nil` at the end of the file.
    private mutating func number() -> Int? {
        var (value, shift) = (0, 0)
        while at < bytes.count, shift < 56 {
            let byte = bytes[at]
            at += 1
            value |= Int(byte & 127) << shift
            if byte < 128 { return value }
            shift += 7
        }
        return nil
    }

    /// Reads zigzag-encoded differences, and returns their running sums.
    private mutating func running(_ count: Int) -> [Int]? {
        var (values, value) = ([Int](), 0)
        for _ in 0..<count {
            guard let difference = number() else { return nil }
            value += difference & 1 == 1 ? -(difference + 1) / 2 : difference / 2
            values.append(value)
        }
        return values
    }
}
