package import Logging
package import PlatformFoundation
import PostcardCore
package import PostcardPhotos

/// Places from Foursquare, found with its current Places API or, for older keys, with version 3.
package struct FoursquareSource: PlaceSource {
    /// The attribution that Foursquare's terms require.
    package static let notice: String = "Powered by Foursquare, https://foursquare.com"

    /// The name of the source: `foursquare`.
    package let name = "foursquare"

    /// The attribution that Foursquare's terms require.
    package let notice: String = Self.notice

    /// The version of the current API, which requests specify.
    private static let apiVersion = "2025-06-17"

    private let apiKey: APIKey
    /// True if the key is a version 3 key, which starts with `fsq3`.
    private let isVersion3: Bool
    private let endpoint: URL
    private let host: HostSession

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - apiKey: a Foursquare key. The key's prefix determines the API version.
    ///   - endpoint: the base URL to which `places/search` is added; `nil` for Foursquare's URL.
    ///   - logger: the log for failed attempts; `nil` for none.
    package init(
        apiKey: APIKey, endpoint: URL? = nil, client: HTTPClient, clock: RequestClock,
        retryPolicy: RetryPolicy = RetryPolicy(), logger: Logger? = nil
    ) {
        self.apiKey = apiKey
        isVersion3 = apiKey.secret.hasPrefix("fsq3")
        let address = isVersion3 ? "https://api.foursquare.com/v3/" : "https://places-api.foursquare.com/"
        // swift-format-ignore: NeverForceUnwrap
        // why: a constant that every test of this type parses.
        self.endpoint = endpoint ?? URL(string: address)!
        host = HostSession(
            service: "Foursquare", client: client, policy: retryPolicy, interval: .milliseconds(100), clock: clock,
            logger: logger)
    }

    /// Returns the places that match a query, at most 50; see `PlaceSource.places(matching:)`.
    ///
    /// - Throws: `SourceError` with code `badQuery` for a query without a center, because Foursquare would use the position of the network
    ///   connection.
    package func places(matching query: PlaceQuery) async throws -> [Place] {
        guard let center = query.center else {
            throw SourceError(.badQuery, "Foursquare searches only around a coordinate. Specify a coordinate.")
        }
        return try await request([
            ("query", query.text), ("ll", center.description), ("radius", String(Int(query.radius.rounded(.up)))),
            ("limit", String(min(query.limit, 50))),
        ])
    }

    /// Returns the places around a coordinate; see `PlaceSource.places(at:limit:)`.
    package func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        try await request([
            ("ll", coordinate.description), ("sort", "DISTANCE"), ("limit", String(min(max(1, limit), 50))),
        ])
    }

    private func request(_ arguments: [(name: String, value: String)]) async throws -> [Place] {
        guard !apiKey.secret.isEmpty else {
            throw SourceError(.keyRefused, "Foursquare needs an API key, but the given key is empty.")
        }
        let url = try endpoint.appending(path: "places/search").replacingQuery(arguments)
        var headers = [
            (name: "Accept", value: "application/json"),
            (name: "Authorization", value: isVersion3 ? apiKey.secret : "Bearer \(apiKey.secret)"),
        ]
        if !isVersion3 { headers.append(("X-Places-Api-Version", Self.apiVersion)) }
        let found = try await host.json(at: url, headers: headers, refusal: failure) { $1["results"]?.elements }
        return found.compactMap { Place(foursquare: $0, source: name) }
    }

    private func failure(_ response: HTTPClient.Response, _ reply: JSONValue?) -> FailedAttempt? {
        let reason = reply?["message"]?.string ?? "no reason"
        let quote = "Foursquare reports: \(apiKey.redacting(reason)) (HTTP \(response.status))."
        return switch response.status {
        case 401, 403:
            FailedAttempt(.keyRefused, "\(quote) Check the key, or create one at https://foursquare.com/developers/.")
        case 400, 404, 409:
            FailedAttempt(.badQuery, "\(quote) Change the search.")
        default: nil
        }
    }
}

extension Place {
    /// Makes a place from a record of either API version; `nil` if the place has no position or is permanently closed.
    init?(foursquare record: JSONValue, source: String) {
        let (point, location) = (record["geocodes"]?["main"], record["location"])
        guard (record["date_closed"] ?? .scalar("null")) == .scalar("null"), let name = record["name"]?.string,
            let id = record["fsq_place_id"]?.string ?? record["fsq_id"]?.string,
            let latitude = record["latitude"]?.number ?? point?["latitude"]?.number,
            let longitude = record["longitude"]?.number ?? point?["longitude"]?.number,
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let parts = ["address", "locality"].compactMap { location?[$0]?.string }.joined(separator: ", ")
        self.init(
            source: source, id: id, name: name, coordinate: coordinate,
            address: location?["formatted_address"]?.string ?? parts,
            categories: record["categories"]?.elements?.compactMap { $0["name"]?.string } ?? [],
            page: URL(string: "https://foursquare.com/v/\(id)"))
    }
}
