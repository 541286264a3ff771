import ArgumentParser
import PostcardPhotos
import PostcardSources

/// The options that choose a photo source.
struct SourceOptions: ParsableArguments {
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

    /// The notices that the terms of the services require.
    static let notices = "\(FlickrSource.notice) \(CommonsSource.notice)"

    /// Makes the photo source of the option, or else of the library's setting, or else the best one.
    ///
    /// - Parameter setting: the setting of the library; `nil` for automatic.
    /// - Throws: `Failure` for a missing key or a missing folder, `ValidationError` for an unknown source.
    func makeSource(setting: String?) throws -> any PhotoSource {
        let providers = Providers(endpoints: [
            .init(name: "--flickr-endpoint", value: flickrEndpoint, variable: "POSTCARD_FLICKR_ENDPOINT"),
            .init(name: "--commons-endpoint", value: commonsEndpoint, variable: "POSTCARD_COMMONS_ENDPOINT"),
        ])
        return try providers.photoSource(named: source ?? setting)
    }
}
