public import Logging
public import PlatformFoundation

/// Places from Foursquare, by its current Places API or, for keys of old, by version 3.
public struct FoursquareSource: PlaceSource {
    /// The version of Foursquare's interface.
    public enum Version: Sendable, Hashable {
        /// `places-api.foursquare.com`, with a service key.
        case current
        /// `api.foursquare.com/v3`, for keys that begin with `fsq3`; accounts made since June 2025 have none.
        case v3

        // swift-format-ignore: NeverForceUnwrap
        // why: constants that every test of this type parses.
        /// The address of the interface.
        public var defaultEndpoint: URL {
            switch self {
            case .current: URL(string: "https://places-api.foursquare.com/")!
            case .v3: URL(string: "https://api.foursquare.com/v3/")!
            }
        }

        /// The version that a key is for.
        public init(of key: APIKey) {
            self = key.secret.hasPrefix("fsq3") ? .v3 : .current
        }
    }

    /// The attribution that Foursquare's terms demand.
    public static let notice: String = "Powered by Foursquare, https://foursquare.com"

    /// `foursquare`.
    public let name = "foursquare"

    /// The attribution that Foursquare's terms demand.
    public let notice: String = Self.notice

    /// The version of the current API that this was written for.
    private static let apiVersion = "2025-06-17"

    private let apiKey: APIKey
    private let version: Version
    private let endpoint: URL
    private let host: HostSession

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - apiKey: A key from Foursquare; what it begins with tells the version.
    ///   - endpoint: The address that `places/search` is under; `nil` for Foursquare's own.
    ///   - transport: What carries the requests.
    ///   - clock: What measures time and waits.
    ///   - retryPolicy: Whether and when to try again.
    ///   - logger: Is told of failed attempts; `nil` for silence.
    public init(
        apiKey: APIKey, endpoint: URL? = nil, transport: any HTTPTransport, clock: RequestClock,
        retryPolicy: RetryPolicy = RetryPolicy(), logger: Logger? = nil
    ) {
        self.apiKey = apiKey
        version = Version(of: apiKey)
        self.endpoint = endpoint ?? version.defaultEndpoint
        host = HostSession(
            service: "Foursquare", transport: transport, policy: retryPolicy,
            limiter: RateLimiter(interval: .milliseconds(100), clock: clock), logger: logger)
    }

    /// The places that match, at most 50; see ``PlaceSource/places(matching:)``.
    ///
    /// - Throws: ``SourceError`` with code `badQuery` without a centre: Foursquare would search where the computer's
    ///   Internet connection ends.
    public func places(matching query: PlaceQuery) async throws -> [Place] {
        guard let center = query.center else {
            throw SourceError(.badQuery, "Foursquare searches around a coordinate only. Say near which one.")
        }
        return try await request([
            ("query", query.text), ("ll", center.description), ("radius", String(Int(query.radius.rounded(.up)))),
            ("limit", String(min(query.limit, 50))),
        ])
    }

    /// The places around a coordinate; see ``PlaceSource/places(at:limit:)``.
    public func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        try await request([
            ("ll", coordinate.description), ("sort", "DISTANCE"), ("limit", String(min(max(1, limit), 50))),
        ])
    }

    private func request(_ arguments: [(name: String, value: String)]) async throws -> [Place] {
        guard !apiKey.secret.isEmpty else {
            throw SourceError(.keyRefused, "Foursquare needs an API key, and the one given is empty.")
        }
        let url = try endpoint.appending(path: "places/search").replacingQuery(arguments)
        var headers = ["Accept": "application/json"]
        switch version {
        case .current:
            headers["Authorization"] = "Bearer \(apiKey.secret)"
            headers["X-Places-Api-Version"] = Self.apiVersion
        case .v3:
            headers["Authorization"] = apiKey.secret
        }
        let reply = try await host.json(at: url, headers: headers, refusal: failure) { _, body in
            try? JSONDecoder.snakeCase.decode(FoursquareReply.self, from: Data(body))
        }
        return reply.results.elements.compactMap { Place($0, source: name) }
    }

    private func failure(_ response: HTTPTransportResponse, _ body: [UInt8]) -> SourceError? {
        let reason =
            (try? JSONDecoder.snakeCase.decode(FoursquareErrorResponse.self, from: Data(body)))?.message ?? "no reason"
        let quote = "Foursquare says: \(apiKey.redacting(reason)) (HTTP \(response.status))."
        return switch response.status {
        case 401, 403:
            SourceError(.keyRefused, "\(quote) Check the key, or make one at https://foursquare.com/developers/.")
        case 400, 404, 409:
            SourceError(.badQuery, "\(quote) Change the search.")
        default: nil
        }
    }
}

/// The response of `places/search`, in the current version or version 3.
struct FoursquareReply: Decodable {
    let results: LossyArray<FoursquareRecord>
}

/// The response of Foursquare to a request that failed.
struct FoursquareErrorResponse: Decodable {
    let message: String
}

/// A place in Foursquare's words; members that only one of the versions has are optional.
struct FoursquareRecord: Decodable {
    struct Category: Decodable {
        let name: String
    }

    struct Point: Decodable {
        let latitude: Double
        let longitude: Double
    }

    struct Geocodes: Decodable {
        let main: Point?
    }

    struct Location: Decodable {
        let formattedAddress: String?
        let address: String?
        let locality: String?
    }

    let fsqPlaceId: String?
    let fsqId: String?
    let name: String
    let latitude: Double?
    let longitude: Double?
    let geocodes: Geocodes?
    let categories: LossyArray<Category>?
    let location: Location?
    let dateClosed: String?
}

extension Place {
    /// The place that a record describes; `nil` when it is nowhere, or closed for good.
    init?(_ record: FoursquareRecord, source: String) {
        guard record.dateClosed == nil, let id = record.fsqPlaceId ?? record.fsqId,
            let latitude = record.latitude ?? record.geocodes?.main?.latitude,
            let longitude = record.longitude ?? record.geocodes?.main?.longitude,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let parts = [record.location?.address, record.location?.locality].compactMap { $0 }.joined(separator: ", ")
        self.init(
            source: source, id: id, name: record.name, coordinate: coordinate,
            address: record.location?.formattedAddress ?? parts,
            categories: record.categories?.elements.map(\.name) ?? [],
            page: URL(string: "https://foursquare.com/v/\(id)"))
    }
}
