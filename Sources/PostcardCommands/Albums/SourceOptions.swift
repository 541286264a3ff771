import ArgumentParser
import PostcardImaging
import PostcardLibrary
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
            let endpoint = try ServiceAddress.url(flickrEndpoint, "flickr-endpoint", "POSTCARD_FLICKR_ENDPOINT")
            return FlickrSource(
                apiKey: APIKey(key), endpoint: endpoint ?? FlickrSource.defaultEndpoint,
                client: ServiceAddress.client(), clock: .system)
        case "commons":
            let endpoint = try ServiceAddress.url(commonsEndpoint, "commons-endpoint", "POSTCARD_COMMONS_ENDPOINT")
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

// MARK: - SourceNotices

/// The notices that the terms of services require.
enum SourceNotices {
    /// The notices of the sources of photos.
    static let photos = "\(FlickrSource.notice) \(CommonsSource.notice)"

    /// The notices of the sources of places.
    static let places = "Nominatim: \(NominatimSource.notice). Foursquare: \(FoursquareSource.notice)."
}
