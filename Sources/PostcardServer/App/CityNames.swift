import PostcardCore
import PostcardLibrary
package import PostcardPhotos

/// The names of cities and towns in the web app's files, for naming places offline.
package enum CityNames {
    /// The source of these places.
    private static let source = "natural-earth"

    private typealias Named = (name: String, coordinate: Coordinate)

    /// The maximum distance in meters between a place and the city it is named after, and between a place and the town it is near.
    private static let (radius, vicinity) = (25_000.0, 150_000.0)

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
        OutlineFile(AppFiles.program[name]?.bytes ?? [])?.places ?? []
    }

    /// Returns the nearest large city, or else the nearest town, within 25 km. Otherwise, returns the name `near TOWN` with the nearest
    /// town within 150 km, such as `near Puerto Natales`; an empty list if there is none.
    @Sendable
    static func places(at coordinate: Coordinate) -> PlaceListing {
        let nearest =
            nearest(of: cities, to: coordinate, within: radius) ?? nearest(of: towns, to: coordinate, within: radius)
            ?? nearest(of: cities + towns, to: coordinate, within: vicinity).map { ("near \($0.name)", $0.coordinate) }
        let places = nearest.map { name, place in
            [Place(source: source, id: "\(place)", name: name, coordinate: place)]
        }
        return PlaceListing(places ?? [], from: coordinate, source: source, notice: "Made with Natural Earth.")
    }

    /// Returns the name of the first place of ``places(at:)``; `nil` if there is none.
    @Sendable
    package static func name(at coordinate: Coordinate) -> String? { places(at: coordinate).places.first?.place.name }

    private static func nearest(
        of places: [Named], to coordinate: Coordinate, within radius: Double
    ) -> Named? {
        let distances = places.map { ($0, $0.coordinate.distance(to: coordinate)) }
        return distances.min { $0.1 < $1.1 }.flatMap { $0.1 < radius ? $0.0 : nil }
    }
}
