import ArgumentParser
import Foundation
import PostcardImaging
import PostcardSources

/// Where photos come from.
struct SourceOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "flickr, which needs a key in FLICKR_API_KEY, or folder:PATH, a folder of geotagged photos.")
    var source = "flickr"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where Flickr's API is; for tests and proxies. Otherwise POSTCARD_FLICKR_ENDPOINT.", valueName: "url"))
    var flickrEndpoint: String?

    func makeSource() throws -> any PhotoSource {
        if source == "flickr" { return try flickr() }
        guard source.hasPrefix("folder:"), source.count > 7 else {
            throw ValidationError("--source is \(source); it can be flickr or folder:PATH.")
        }
        return FolderSource(root: String(source.dropFirst(7)), reading: PhotoMetadata.init(readingHead:))
    }

    private func flickr() throws -> FlickrSource {
        guard let key = Environment["FLICKR_API_KEY"] else {
            throw Failure(
                .badSettings,
                "Flickr needs an API key: set FLICKR_API_KEY. Without one, use photos of your own with --source folder:PATH."
            )
        }
        let endpoint = flickrEndpoint ?? Environment["POSTCARD_FLICKR_ENDPOINT"]
        let url = try endpoint.map { text in
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
                throw ValidationError("--flickr-endpoint is \(text); it must be an http or https address.")
            }
            return url
        }
        return FlickrSource(
            apiKey: APIKey(key), endpoint: url ?? FlickrSource.defaultEndpoint,
            transport: AsyncHTTPClientTransport(
                userAgent: UserAgent(version: Postcard.version, contact: Postcard.contact)),
            clock: .system)
    }
}

extension PhotoMetadata {
    /// What the first bytes of a picture file tell; `nil` when they are no picture.
    @Sendable
    init?(readingHead head: UnsafeRawBufferPointer) {
        guard let metadata = try? ImageHeader(of: head.bytes).metadata else { return nil }
        self.init(
            coordinate: metadata.position.flatMap {
                try? Coordinate(latitude: $0.latitude, longitude: $0.longitude)
            },
            dateTaken: metadata.dateTaken, title: metadata.title, artist: metadata.artist, copyright: metadata.copyright
        )
    }
}
