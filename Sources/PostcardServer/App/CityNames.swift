import PostcardCore
import PostcardSources

/// The cities that the web app knows, by which places get names without asking anybody.
enum CityNames {
    /// Further away a city says little. In metres.
    private static let radius = 25_000.0

    private static let cities: [(name: String, coordinate: Coordinate)] = {
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

    /// The name of the nearest city; `nil` where none is near.
    @Sendable
    static func name(at coordinate: Coordinate) -> String? {
        let distances = cities.map { ($0.name, $0.coordinate.distance(to: coordinate)) }
        return distances.min { $0.1 < $1.1 }.flatMap { $0.1 < radius ? $0.0 : nil }
    }
}
