import ArgumentParser
import PostcardSources

/// The options that choose a photo source.
struct SourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The photo source: flickr, commons (Wikimedia Commons), immich (your Immich server), immich:ALBUM, or folder:PATH for a folder of geotagged photos. (default: the source setting, else flickr if FLICKR_API_KEY is set, else commons)",
            valueName: "source"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "The URL of Flickr's API, for tests and proxies. (POSTCARD_FLICKR_ENDPOINT)", valueName: "url"))
    var flickrEndpoint: String?

    @Option(
        help: ArgumentHelp(
            "The URL of Wikimedia Commons' API, for tests and proxies. (POSTCARD_COMMONS_ENDPOINT)",
            valueName: "url"))
    var commonsEndpoint: String?

    /// The notices that the terms of the services require.
    static let notices = "\(FlickrSource.notice) \(CommonsSource.notice)"

    /// The providers, with the endpoints from the options.
    var providers: PhotoProviders {
        PhotoProviders(endpoints: [
            ("--flickr-endpoint", flickrEndpoint, "POSTCARD_FLICKR_ENDPOINT"),
            ("--commons-endpoint", commonsEndpoint, "POSTCARD_COMMONS_ENDPOINT"),
        ])
    }
}
