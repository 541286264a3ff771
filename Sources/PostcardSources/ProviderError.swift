/// The reason why there is no photo or place provider. Callers describe the reason using the names of their options.
package enum ProviderError: Error, Hashable {
    /// A provider that needs an API key.
    package enum Keyed: Sendable {
        /// Flickr, whose key is `FLICKR_API_KEY`.
        case flickr
        /// Immich, whose server is `IMMICH_URL` and whose key is `IMMICH_API_KEY`.
        case immich
        /// Foursquare, whose key is `FOURSQUARE_API_KEY`.
        case foursquare
    }

    /// The environment contains no API key.
    case missingKey(Keyed)
    /// The endpoint in the setting is not an http or https URL.
    case badEndpoint(String, setting: String)
    /// There is no folder at this path.
    case missingFolder(String)
    /// There is no photo provider with this name.
    case unknown(String)
}
