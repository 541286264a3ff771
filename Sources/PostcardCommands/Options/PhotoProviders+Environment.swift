import ArgumentParser
import PlatformFoundation
import PostcardPhotos
package import PostcardSources

extension PhotoProviders {
    /// An option that takes precedence over an environment variable with a provider's endpoint.
    typealias EndpointOption = (name: String, value: String?, variable: String)

    /// Uses only the environment.
    package init() { self.init(endpoints: []) }

    /// Uses the environment and the options.
    init(endpoints: [EndpointOption]) {
        self.init(
            setting: { variable in
                for option in endpoints where option.variable == variable {
                    if let value = option.value { return (option.name, value) }
                }
                return Environment[variable].map { (variable, $0) }
            },
            userAgent: WebClient.userAgent, expandingPath: UserPath.expanded,
            reading: PhotoMetadata.init(readingHead:), cacheFolder: CacheFolder.make, now: { Date() })
    }
}

extension PhotoProviders.PlaceService: ExpressibleByArgument {}

extension ProviderError {
    /// The command's error, which recommends an option or setting.
    var advice: any Error {
        switch self {
        case .missingKey(.flickr):
            Failure(
                .badSettings,
                "Flickr needs an API key: set FLICKR_API_KEY. Without one, use --source commons, or your own photos with --source folder:PATH."
            )
        case .missingKey(.immich):
            Failure(
                .badSettings,
                "Immich needs its URL and an API key: set IMMICH_URL and IMMICH_API_KEY. The key needs the permissions \(ImmichSource.permissions)."
            )
        case .missingKey(.foursquare):
            Failure(.badSettings, "Foursquare needs an API key: set FOURSQUARE_API_KEY, or use --places nominatim.")
        case .badEndpoint(let text, let setting):
            ValidationError("\(setting) is \(text); it must be an http or https URL.")
        case .missingFolder(let path): Failure(.missingInput, "Photo folder not found: \(path).")
        case .unknown(let name):
            ValidationError("--source is \(name); it must be flickr, commons, immich, immich:ALBUM or folder:PATH.")
        }
    }
}
