public import Logging
public import PlatformFoundation

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
        let records = try await request("search", arguments, as: LossyArray<NominatimRecord>.self)
        return records.elements.compactMap { Place($0, source: name) }
    }

    /// The address at a coordinate; see ``PlaceSource/places(at:limit:)``.
    public func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        let place = coordinate.description.split(separator: ",").map(String.init)
        let record = try await request(
            "reverse", [("lat", place[0]), ("lon", place[1]), ("format", "jsonv2")], as: NominatimResponse.self)
        return [record.place.flatMap { Place($0, source: name) }].compactMap { $0 }
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

    private func request<Response: Decodable>(
        _ call: String, _ arguments: [(name: String, value: String)], as type: Response.Type
    ) async throws -> Response {
        let url = try endpoint.appending(path: call).replacingQuery(arguments)
        return try await host.json(at: url, refusal: Self.failure) { _, body in
            try? JSONDecoder.snakeCase.decode(type, from: Data(body))
        }
    }

    private static func failure(_ response: HTTPTransportResponse, _ body: [UInt8]) -> SourceError? {
        guard response.status == 400,
            let refusal = try? JSONDecoder.snakeCase.decode(NominatimErrorResponse.self, from: Data(body))
        else { return nil }
        return SourceError(.badQuery, "Nominatim says: \(refusal.error.message). Change the search.")
    }
}

/// A place in Nominatim's words (`format=jsonv2`): numbers are texts, and an empty name is a name.
struct NominatimRecord: Decodable {
    let lat: LenientText
    let lon: LenientText
    let placeId: LenientText?
    let osmType: String?
    let osmId: LenientText?
    let category: String?
    let type: String?
    let name: String?
    let displayName: String
}

/// The response of `reverse`: a place, or with status 200 an error that there is none.
struct NominatimResponse: Decodable {
    /// The place; `nil` where nothing is, as at sea.
    let place: NominatimRecord?

    private enum CodingKeys: String, CodingKey { case error }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        place = container.contains(.error) ? nil : try NominatimRecord(from: decoder)
    }
}

/// The answer to a question with wrong arguments.
struct NominatimErrorResponse: Decodable {
    struct Reason: Decodable {
        let message: String
    }

    let error: Reason
}

extension Place {
    /// The place that a record describes; `nil` when it is nowhere.
    init?(_ record: NominatimRecord, source: String) {
        guard let latitude = record.lat.double, let longitude = record.lon.double,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let object = record.osmType.flatMap { type in record.osmId?.text.map { "\(type)/\($0)" } }
        let firstPart = record.displayName.prefix { $0 != "," }
        let kinds = [record.type, record.category].compactMap { $0 }.filter { $0 != "yes" }
        self.init(
            source: source, id: object ?? "place/\(record.placeId?.text ?? "")",
            name: record.name.flatMap { $0.isEmpty ? nil : $0 } ?? String(firstPart), coordinate: coordinate,
            address: record.displayName,
            categories: kinds.prefix(1).map { $0.split(separator: "_").joined(separator: " ") },
            page: object.flatMap { URL(string: "https://www.openstreetmap.org/\($0)") })
    }
}
