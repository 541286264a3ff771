import ArgumentParser
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

    /// The providers, with the endpoints of the options.
    var providers: PhotoProviders {
        PhotoProviders(endpoints: [
            ("--flickr-endpoint", flickrEndpoint, "POSTCARD_FLICKR_ENDPOINT"),
            ("--commons-endpoint", commonsEndpoint, "POSTCARD_COMMONS_ENDPOINT"),
        ])
    }
}
