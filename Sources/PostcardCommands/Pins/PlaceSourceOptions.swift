import ArgumentParser
import PlatformFoundation
import PlatformLibc
import PostcardDisk
package import PostcardSources
import SystemPackage

/// The options that choose a place service.
package struct PlaceSourceOptions: ParsableArguments {
    package enum Service: String, ExpressibleByArgument, CaseIterable {
        case nominatim
        case foursquare
    }

    @Option(
        help: "nominatim or foursquare. Otherwise foursquare if there is a key in FOURSQUARE_API_KEY, else nominatim.")
    var places: Service?

    @Option(
        help: ArgumentHelp(
            "Where the service is; for tests, proxies and servers of your own. Otherwise POSTCARD_NOMINATIM_ENDPOINT or POSTCARD_FOURSQUARE_ENDPOINT.",
            valueName: "url"))
    var placesEndpoint: String?

    package init() {}

    private var service: Service { places ?? (Environment["FOURSQUARE_API_KEY"] == nil ? .nominatim : .foursquare) }

    /// Sends a query to the service.
    ///
    /// - Parameters:
    ///   - needsCenter: whether Foursquare needs a centre for it.
    ///   - center: the centre of the search; `nil` for none.
    ///   - body: sends the query.
    func query<Response: Sendable>(
        needsCenter: Bool = false, center: Coordinate?,
        _ body: @escaping @Sendable (any PlaceSource) async throws -> Response
    ) async throws -> Response {
        let source = try makeSource()
        try require(
            service != .foursquare || !needsCenter || center != nil,
            "Foursquare searches around a coordinate only. Add --near 48.8584,2.2945, or use --places nominatim.")
        return try await withInterruption { try await body(source) }
    }

    /// Makes the place source that the options choose.
    package func makeSource() throws -> any PlaceSource {
        switch service {
        case .foursquare: try foursquare()
        case .nominatim: try nominatim()
        }
    }

    /// Makes the source for Nominatim. Its usage policy requires a limited rate and a cache.
    private func nominatim() throws -> any PlaceSource {
        let endpoint =
            try ServiceAddress.url(placesEndpoint, "places-endpoint", "POSTCARD_NOMINATIM_ENDPOINT")
            ?? NominatimSource.defaultEndpoint
        let source = PlaceSourceInTurn(
            source: NominatimSource(endpoint: endpoint, client: ServiceAddress.client(), clock: .system))
        guard let folder = CacheFolder.make() else { return source }
        return PlaceCache(
            source, in: URL(filePath: folder.appending("places").string), scope: "\(endpoint)", now: { Date() })
    }

    private func foursquare() throws -> FoursquareSource {
        guard let key = Environment["FOURSQUARE_API_KEY"] else {
            throw Failure(
                .badSettings, "Foursquare needs an API key: set FOURSQUARE_API_KEY, or use --places nominatim.")
        }
        return FoursquareSource(
            apiKey: APIKey(key),
            endpoint: try ServiceAddress.url(placesEndpoint, "places-endpoint", "POSTCARD_FOURSQUARE_ENDPOINT"),
            client: ServiceAddress.client(), clock: .system)
    }
}

/// A place service that only one process of this user queries at a time. So the limit of one request a second, as Nominatim requires, applies to all
/// processes together.
struct PlaceSourceInTurn: PlaceSource {
    let source: any PlaceSource

    var name: String { source.name }
    var notice: String { source.notice }

    func places(matching query: PlaceQuery) async throws -> [Place] {
        try await inTurn { try await source.places(matching: query) }
    }

    func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        try await inTurn { try await source.places(at: coordinate, limit: limit) }
    }

    /// Runs `body` while no other process does. A lock file in the cache folder ensures that, and its date is the end of the last request. Without
    /// that folder, processes do not wait for each other.
    private func inTurn(_ body: () async throws -> [Place]) async throws -> [Place] {
        // Only this user may open the file. Other users could hold the lock forever.
        let file = CacheFolder.make().flatMap {
            try? OpenFile($0.appending("\(name).turn"), .writingOrCreating, mode: 0o600)
        }
        _ = try? file?.lock(isWaiting: true)
        // An empty file was just made. A date in the future means that the clock was set back.
        if let last = try? file?.status(), last.size > 0 {
            let age = Date().timeIntervalSince1970 - last.modified
            if 0..<1 ~= age { usleep(UInt32((1 - age) * 1e6)) }
        }
        defer { _ = try? file?.write([UInt8(ascii: "\n")], at: 0) }
        return try await body()
    }
}
