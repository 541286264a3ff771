package import PlatformFoundation
import PostcardDisk
package import PostcardPhotos
package import SystemPackage

/// Makes photo and place providers by name, with keys and endpoints from settings.
package struct PhotoProviders: Sendable {
    /// A geocoding service.
    package enum PlaceService: String, Sendable, CaseIterable {
        case nominatim
        case foursquare
    }

    /// A key or endpoint, with the name of the environment variable or command-line option that specifies it.
    package typealias Setting = (name: String, value: String)

    private let setting: @Sendable (_ variable: String) -> Setting?
    private let userAgent: UserAgent
    private let expandPath: @Sendable (String) -> String
    private let readMetadata: FolderSource.MetadataReader
    private let cacheFolder: @Sendable () -> FilePath?
    private let now: @Sendable () -> Date

    /// Makes a factory, which reads the settings each time it makes a provider.
    ///
    /// - Parameters:
    ///   - setting: returns the setting for an environment variable; `nil` if the variable is not set.
    ///   - userAgent: the name of the program in requests.
    ///   - expandingPath: returns the path of a folder, given the path as typed.
    ///   - reading: reads the metadata of pictures in folders.
    ///   - cacheFolder: makes the folder for responses from place services; `nil` for none.
    ///   - now: returns the current date.
    package init(
        setting: @escaping @Sendable (_ variable: String) -> Setting?, userAgent: UserAgent,
        expandingPath: @escaping @Sendable (String) -> String, reading: @escaping FolderSource.MetadataReader,
        cacheFolder: @escaping @Sendable () -> FilePath?, now: @escaping @Sendable () -> Date
    ) {
        self.setting = setting
        self.userAgent = userAgent
        expandPath = expandingPath
        readMetadata = reading
        self.cacheFolder = cacheFolder
        self.now = now
    }

    /// The names of the photo providers that are set up, best first. Folders are not included.
    package var names: [String] {
        (setting("FLICKR_API_KEY") == nil ? [] : ["flickr"]) + ["commons"]
            + (setting("IMMICH_URL") == nil || setting("IMMICH_API_KEY") == nil ? [] : ["immich"])
    }

    /// Makes a photo provider.
    ///
    /// - Parameter name: `flickr`, `commons`, `immich`, `immich:` with an album, or `folder:` with a path; `nil` for the best provider that is set up.
    package func photoSource(named name: String?) throws(ProviderError) -> any PhotoSource {
        let name = name ?? names[0]
        switch name {
        case "flickr":
            guard let key = setting("FLICKR_API_KEY")?.value else { throw .missingKey(.flickr) }
            let endpoint = try endpoint("POSTCARD_FLICKR_ENDPOINT") ?? FlickrSource.defaultEndpoint
            return FlickrSource(apiKey: APIKey(key), endpoint: endpoint, client: client, clock: .system)
        case "commons":
            let endpoint = try endpoint("POSTCARD_COMMONS_ENDPOINT") ?? CommonsSource.defaultEndpoint
            return CommonsSource(endpoint: endpoint, client: client, clock: .system)
        case _ where name == "immich" || name.hasPrefix("immich:") && name.count > 7:
            guard let server = try endpoint("IMMICH_URL"), let key = setting("IMMICH_API_KEY")?.value else {
                throw .missingKey(.immich)
            }
            return ImmichSource(
                server: server, apiKey: APIKey(key), album: name == "immich" ? nil : String(name.dropFirst(7)),
                client: client, clock: .system)
        default:
            guard name.hasPrefix("folder:"), name.count > 7 else { throw .unknown(name) }
            let root = expandPath(String(name.dropFirst(7)))
            guard let status = try? FileSystem.status(of: FilePath(root)), status.kind == .directory else {
                throw .missingFolder(root)
            }
            return FolderSource(root: root, reading: readMetadata)
        }
    }

    /// The place service to use by default.
    package var defaultPlaceService: PlaceService { setting("FOURSQUARE_API_KEY") == nil ? .nominatim : .foursquare }

    /// Makes a place provider.
    package func placeSource(_ service: PlaceService) throws(ProviderError) -> any PlaceSource {
        switch service {
        case .nominatim: return try nominatim()
        case .foursquare:
            guard let key = setting("FOURSQUARE_API_KEY")?.value else { throw .missingKey(.foursquare) }
            return FoursquareSource(
                apiKey: APIKey(key), endpoint: try endpoint("POSTCARD_FOURSQUARE_ENDPOINT"), client: client,
                clock: .system)
        }
    }

    /// Makes the Nominatim source. Nominatim's usage policy requires a limited rate and a cache.
    private func nominatim() throws(ProviderError) -> any PlaceSource {
        let endpoint = try endpoint("POSTCARD_NOMINATIM_ENDPOINT") ?? NominatimSource.defaultEndpoint
        let source = SerializedPlaceSource(
            NominatimSource(endpoint: endpoint, client: client, clock: .system), cacheFolder: cacheFolder, now: now)
        guard let folder = cacheFolder() else { return source }
        return PlaceCache(
            source, in: URL(filePath: folder.appending("places").string), scope: "\(endpoint)", now: now)
    }

    private var client: HTTPClient { HTTPClient(userAgent: userAgent) }

    /// Returns the endpoint in a setting; `nil` for the default endpoint.
    private func endpoint(_ variable: String) throws(ProviderError) -> URL? {
        guard let (name, text) = setting(variable) else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            throw .badEndpoint(text, setting: name)
        }
        return url
    }
}
