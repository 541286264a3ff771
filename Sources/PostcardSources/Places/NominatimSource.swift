public import Logging
public import PlatformFoundation
import PostcardCore

/// Places from OpenStreetMap by its geocoder Nominatim, which asks for no key.
///
/// At most one request a second is sent, by all users of one source together, as the usage policy of the public server
/// asks of the application as a whole: no search while typing, and none in bulk.
public struct NominatimSource: PlaceSource {
    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that every test of this type parses.
    /// The public server.
    public static let defaultEndpoint = URL(string: "https://nominatim.openstreetmap.org/")!

    /// The attribution that OpenStreetMap's licence demands.
    public static let notice: String = "© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"

    /// `nominatim`.
    public let name = "nominatim"

    /// The attribution that OpenStreetMap's licence demands.
    public let notice: String = Self.notice

    private let endpoint: URL
    private let host: HostSession

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - endpoint: The address that `search` and `reverse` are under; another one is for tests and servers of one's own.
    ///   - transport: What carries the requests; the server refuses user agents that name no application.
    ///   - clock: What measures time and waits.
    ///   - retryPolicy: Whether and when to try again.
    ///   - logger: Is told of failed attempts; `nil` for silence.
    public init(
        endpoint: URL = Self.defaultEndpoint, transport: any HTTPTransport, clock: RequestClock,
        retryPolicy: RetryPolicy = RetryPolicy(), logger: Logger? = nil
    ) {
        self.endpoint = endpoint
        host = HostSession(
            service: "Nominatim", transport: transport, policy: retryPolicy,
            limiter: RateLimiter(interval: .seconds(1), clock: clock), logger: logger)
    }

    /// The places that match, at most 40; see ``PlaceSource/places(matching:)``. Around a point, nothing outside the square
    /// that holds the circle is found.
    public func places(matching query: PlaceQuery) async throws -> [Place] {
        guard query.text.contains(where: { !$0.isWhitespace }) else {
            throw SourceError(.badQuery, "Nominatim needs words to look for.")
        }
        var arguments = [("q", query.text), ("format", "jsonv2"), ("limit", String(min(query.limit, 40)))]
        if let center = query.center {
            arguments += [("viewbox", Self.box(around: center, radius: query.radius)), ("bounded", "1")]
        }
        return try await request("search", arguments) { $0.elements }
    }

    /// The address at a coordinate; see ``PlaceSource/places(at:limit:)``.
    public func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        let (latitude, longitude) = coordinate.texts
        return try await request("reverse", [("lat", latitude), ("lon", longitude), ("format", "jsonv2")]) { reply in
            // An error with status 200 says that nothing is there, as at sea.
            reply["error"] != nil ? [] : reply["display_name"] != nil ? [reply] : nil
        }
    }

    /// Two corners, west, north, east and south, in degrees.
    private static func box(around center: Coordinate, radius: Double) -> String {
        let span = center.span(ofMetres: radius)
        let edges = [
            max(-180, center.longitude - span.longitude), min(90, center.latitude + span.latitude),
            min(180, center.longitude + span.longitude), max(-90, center.latitude - span.latitude),
        ]
        return edges.map { String(($0 * 1e6).rounded() / 1e6) }.joined(separator: ",")
    }

    private func request(
        _ call: String, _ arguments: [(name: String, value: String)], records: (JSONValue) -> [JSONValue]?
    ) async throws -> [Place] {
        let url = try endpoint.appending(path: call).replacingQuery(arguments)
        let found = try await host.json(at: url, refusal: Self.failure) { _, reply in records(reply) }
        return found.compactMap { Place(nominatim: $0, source: name) }
    }

    private static func failure(_ response: HTTPTransportResponse, _ reply: JSONValue?) -> SourceError? {
        guard response.status == 400, let message = reply?["error"]?["message"]?.string else { return nil }
        return SourceError(.badQuery, "Nominatim says: \(message). Change the search.")
    }
}

extension Place {
    /// The place that a record describes; `nil` when it is nowhere. In Nominatim's words (`format=jsonv2`) numbers are texts, and an empty
    /// name is a name.
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
