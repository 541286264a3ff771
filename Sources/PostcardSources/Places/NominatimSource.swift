public import Logging
public import PlatformFoundation
import PostcardCore
public import PostcardPhotos

/// Places from OpenStreetMap, found with the geocoder Nominatim, which needs no key.
///
/// A source sends at most one request per second, the limit that the public server sets for a whole application. That server must not be
/// used for search as you type or for bulk requests.
public struct NominatimSource: PlaceSource {
    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that every test of this type parses.
    /// The public server.
    package static let defaultEndpoint = URL(string: "https://nominatim.openstreetmap.org/")!

    /// The attribution that OpenStreetMap's license requires.
    package static let notice: String =
        "© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"

    /// The name of the source: `nominatim`.
    public let name = "nominatim"

    /// The attribution that OpenStreetMap's license requires.
    public let notice: String = Self.notice

    private let endpoint: URL
    private let host: HostSession

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - userAgent: the name of the program. The public server rejects requests without a name.
    ///   - endpoint: the base URL of another server, to which `search` and `reverse` are added; `nil` for the public server.
    ///   - logger: the log for failed attempts; `nil` for none.
    public init(userAgent: UserAgent, endpoint: URL? = nil, logger: Logger? = nil) {
        self.init(
            endpoint: endpoint ?? Self.defaultEndpoint, client: HTTPClient(userAgent: userAgent), clock: .system,
            logger: logger)
    }

    /// Makes a source with its own client and clock.
    package init(
        endpoint: URL = Self.defaultEndpoint, client: HTTPClient, clock: RequestClock,
        retryPolicy: RetryPolicy = RetryPolicy(), logger: Logger? = nil
    ) {
        self.endpoint = endpoint
        host = HostSession(
            service: "Nominatim", client: client, policy: retryPolicy, interval: .seconds(1), clock: clock,
            logger: logger)
    }

    /// Returns the places that match a query, at most 40; see `PlaceSource.places(matching:)`. For a bounded query, only places in the
    /// square around the circle are found.
    public func places(matching query: PlaceQuery) async throws -> [Place] {
        guard query.text.contains(where: { !$0.isWhitespace }) else {
            throw SourceError(.badQuery, "Nominatim needs search terms.")
        }
        let limit = min(query.limit, 40)
        let arguments = [("q", query.text), ("format", "jsonv2"), ("limit", String(limit))]
        guard let center = query.center else { return try await request("search", arguments) { $0.elements } }
        guard query.isBounded else { return try await places(preferring: center, query.radius, arguments) }
        var places: [Place] = []
        for box in Self.boxes(around: center, radius: query.radius, unit: query.radius < 1000 ? 1e6 : 1e3) {
            places += try await request("search", arguments + [("viewbox", box), ("bounded", "1")]) { $0.elements }
        }
        return Array(places.prefix(limit))
    }

    /// Returns places everywhere: first the places in a circle, then the others, both in Nominatim's order.
    ///
    /// Without `bounded`, Nominatim ranks places in the box higher. One decimal, about 10 km, is precise enough for ranking, and reveals
    /// less about the user.
    private func places(
        preferring center: Coordinate, _ radius: Double, _ arguments: [(name: String, value: String)]
    ) async throws -> [Place] {
        let box = Self.boxes(around: center, radius: radius, unit: 10)[0]
        let places = try await request("search", arguments + [("viewbox", box)]) { $0.elements }
        let near = places.filter { center.distance(to: $0.coordinate) <= radius }
        return near + places.filter { center.distance(to: $0.coordinate) > radius }
    }

    /// Returns the address at a coordinate; see `PlaceSource.places(at:limit:)`.
    public func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        let (latitude, longitude) = coordinate.texts
        return try await request("reverse", [("lat", latitude), ("lon", longitude), ("format", "jsonv2")]) { reply in
            // An error with status 200 means that there is no place, for example at sea.
            reply["error"] != nil ? [] : reply["display_name"] != nil ? [reply] : nil
        }
    }

    /// Returns the edges of a square in degrees: west, north, east, south. A square across the antimeridian is returned as two rectangles.
    ///
    /// - Parameter unit: the inverse of the step in degrees to which the edges are rounded.
    private static func boxes(around center: Coordinate, radius: Double, unit: Double) -> [String] {
        let span = center.span(ofMeters: radius)
        let (north, south) = (min(90, center.latitude + span.latitude), max(-90, center.latitude - span.latitude))
        let (west, east) = (center.longitude - span.longitude, center.longitude + span.longitude)
        var sides = [(max(-180, west), min(180, east))]
        if east - west < 360 {
            if east > 180 { sides.append((-180, east - 360)) }
            if west < -180 { sides.append((west + 360, 180)) }
        }
        return sides.map { west, east in
            [west, north, east, south].map { String(($0 * unit).rounded() / unit) }.joined(separator: ",")
        }
    }

    private func request(
        _ call: String, _ arguments: [(name: String, value: String)], records: (JSONValue) -> [JSONValue]?
    ) async throws -> [Place] {
        let url = try endpoint.appending(path: call).replacingQuery(arguments)
        let found = try await host.json(at: url, refusal: Self.failure) { _, reply in records(reply) }
        return found.compactMap { Place(nominatim: $0, source: name) }
    }

    private static func failure(_ response: HTTPClient.Response, _ reply: JSONValue?) -> FailedAttempt? {
        guard response.status == 400, let message = reply?["error"]?["message"]?.string else { return nil }
        return FailedAttempt(.badQuery, "Nominatim reports: \(message). Change the search.")
    }
}

extension Place {
    /// Makes a place from a record (`format=jsonv2`); `nil` if the record has no position. In these records, numbers are strings, and names
    /// may be empty.
    init?(nominatim record: JSONValue, source: String) {
        guard let latitude = record["lat"]?.anyNumber, let longitude = record["lon"]?.anyNumber,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude),
            let address = record["display_name"]?.string
        else { return nil }
        let object = record["osm_type"]?.string.flatMap { type in record["osm_id"]?.anyText.map { "\(type)/\($0)" } }
        let firstPart = address.prefix { $0 != "," }
        let kinds = ["type", "category"].compactMap { record[$0]?.string }.filter { $0 != "yes" }
        self.init(
            source: source, id: object ?? "place/\(record["place_id"]?.anyText ?? "")",
            name: record["name"]?.anyText ?? String(firstPart), coordinate: coordinate, address: address,
            categories: kinds.prefix(1).map { $0.split(separator: "_").joined(separator: " ") },
            page: object.flatMap { URL(string: "https://www.openstreetmap.org/\($0)") })
    }
}
