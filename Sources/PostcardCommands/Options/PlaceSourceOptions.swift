import ArgumentParser
import PostcardPhotos
import PostcardSources

/// The options that choose a place service.
struct PlaceSourceOptions: ParsableArguments {
    @Option(
        help: "The service: nominatim or foursquare. (default: foursquare if FOURSQUARE_API_KEY is set, else nominatim)"
    )
    var places: PhotoProviders.PlaceService?

    @Option(
        help: ArgumentHelp(
            "The URL of the service, for tests, proxies and your own servers. (POSTCARD_NOMINATIM_ENDPOINT or POSTCARD_FOURSQUARE_ENDPOINT)",
            valueName: "url"))
    var placesEndpoint: String?

    /// The notices that the terms of the services require.
    static let notices = "Nominatim: \(NominatimSource.notice). Foursquare: \(FoursquareSource.notice)."

    /// Sends a query to the service.
    ///
    /// - Parameters:
    ///   - needsCenter: true if Foursquare needs a center for the query.
    ///   - center: the center of the search; `nil` for none.
    ///   - body: sends the query.
    func query<Response: Sendable>(
        needsCenter: Bool = false, center: Coordinate?,
        _ body: @escaping @Sendable (any PlaceSource) async throws -> Response
    ) async throws -> Response {
        let providers = PhotoProviders(
            endpoints: ["POSTCARD_NOMINATIM_ENDPOINT", "POSTCARD_FOURSQUARE_ENDPOINT"].map {
                ("--places-endpoint", placesEndpoint, $0)
            })
        let service = places ?? providers.defaultPlaceService
        let source = try providers.placeSource(service)
        try require(
            service != .foursquare || !needsCenter || center != nil,
            "Foursquare searches only around a coordinate. Add --near 48.8584,2.2945, or use --places nominatim.")
        return try await withInterruption { try await body(source) }
    }
}
