import ArgumentParser
import PlatformFoundation
import PlatformLibc
import PostcardDisk
import PostcardImaging
import PostcardLibrary
package import PostcardPhotos
package import PostcardSources
import SystemPackage

/// The options that choose a photo source.
package struct SourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "flickr, commons (Wikimedia Commons) or folder:PATH, a folder of geotagged photos. Otherwise what the setting source says, else flickr if there is a key in FLICKR_API_KEY, else commons.",
            valueName: "source"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "Where Flickr's API is; for tests and proxies. Otherwise POSTCARD_FLICKR_ENDPOINT.", valueName: "url"))
    var flickrEndpoint: String?

    @Option(
        help: ArgumentHelp(
            "Where Wikimedia Commons' API is; for tests and proxies. Otherwise POSTCARD_COMMONS_ENDPOINT.",
            valueName: "url"))
    var commonsEndpoint: String?

    package init() {}

    /// The notices that the terms of the services require.
    static let notices = "\(FlickrSource.notice) \(CommonsSource.notice)"

    /// The names of the sources that are set up, best first.
    package static var namesSetUp: [String] {
        Environment["FLICKR_API_KEY"] == nil ? ["commons"] : ["flickr", "commons"]
    }

    /// Makes the photo source of the option, or else of the library's setting, or else the best one.
    ///
    /// - Parameter setting: the setting of the library; `nil` for automatic.
    /// - Throws: `Failure` for an unknown source, a missing key or a missing folder.
    package func makeSource(setting: String?) throws -> any PhotoSource {
        let key = Environment["FLICKR_API_KEY"]
        let source = source ?? setting ?? (key == nil ? "commons" : "flickr")
        switch source {
        case "flickr":
            guard let key else {
                throw Failure(
                    .badSettings,
                    "Flickr needs an API key: set FLICKR_API_KEY. Without one, use --source commons, or photos of your own with --source folder:PATH."
                )
            }
            let endpoint = try ServiceAddress.url(flickrEndpoint, "flickr-endpoint", or: "POSTCARD_FLICKR_ENDPOINT")
            return FlickrSource(
                apiKey: APIKey(key), endpoint: endpoint ?? FlickrSource.defaultEndpoint,
                client: ServiceAddress.client(), clock: .system)
        case "commons":
            let endpoint = try ServiceAddress.url(commonsEndpoint, "commons-endpoint", or: "POSTCARD_COMMONS_ENDPOINT")
            return CommonsSource(
                endpoint: endpoint ?? CommonsSource.defaultEndpoint, client: ServiceAddress.client(),
                clock: .system)
        default:
            try require(
                source.hasPrefix("folder:") && source.count > 7,
                "--source is \(source); it can be flickr, commons or folder:PATH.")
            let root = UserPath.expanded(String(source.dropFirst(7)))
            try require(
                (try? PictureTree.isFolder(FilePath(root))) == true, .missingInput,
                "There is no folder \(root) to take photos from.")
            return FolderSource(root: root, reading: PhotoMetadata.init(readingHead:))
        }
    }
}

extension PhotoMetadata {
    /// Reads the metadata from the first bytes of a picture file; `nil` if they are no picture.
    @Sendable
    init?(readingHead head: UnsafeRawBufferPointer) {
        guard let metadata = try? ImageHeader(of: head.bytes).metadata else { return nil }
        self.init(
            coordinate: metadata.coordinate, dateTaken: metadata.dateTaken, title: metadata.title,
            artist: metadata.artist, copyright: metadata.copyright)
    }
}

// MARK: - PlaceSourceOptions

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

    /// The notices that the terms of the services require.
    static let notices = "Nominatim: \(NominatimSource.notice). Foursquare: \(FoursquareSource.notice)."

    private var service: Service { places ?? (Environment["FOURSQUARE_API_KEY"] == nil ? .nominatim : .foursquare) }

    /// Sends a query to the service.
    ///
    /// - Parameter needsCenter: whether Foursquare needs a centre for it.
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
            try ServiceAddress.url(placesEndpoint, "places-endpoint", or: "POSTCARD_NOMINATIM_ENDPOINT")
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
            endpoint: try ServiceAddress.url(placesEndpoint, "places-endpoint", or: "POSTCARD_FOURSQUARE_ENDPOINT"),
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

// MARK: - ServiceAddress

/// The addresses of services, and the client of requests to them.
package enum ServiceAddress {
    /// Returns the address that is the value of an option or of an environment variable; `nil` for the default one.
    static func url(_ value: String?, _ option: String, or variable: String) throws -> URL? {
        guard let text = value ?? Environment[variable] else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            let name = value == nil ? variable : "--\(option)"
            throw ValidationError("\(name) is \(text); it must be an http or https address.")
        }
        return url
    }

    /// Makes the client of requests.
    static func client(connections: Int = 8) -> HTTPClient {
        HTTPClient(userAgent: userAgent, connections: connections)
    }

    /// The name of the program in requests.
    package static var userAgent: UserAgent { UserAgent(version: Postcard.version, contact: Postcard.contact) }
}
