public import Logging
public import PlatformFoundation
import PostcardCore

/// Photos from Flickr, found with `flickr.photos.search` and downloaded from its picture host.
///
/// A source sends at most one search a second, since Flickr allows a key 3,600 calls an hour.
public struct FlickrSource: PhotoSource, HostedPhotoSource {
    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that every test of this type parses.
    /// The address of Flickr's API.
    public static let defaultEndpoint = URL(string: "https://api.flickr.com/services/rest/")!

    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that the tests of built addresses parse.
    /// The address of Flickr's picture host.
    public static let defaultPictureHost = URL(string: "https://live.staticflickr.com/")!

    /// The name of the source: `flickr`.
    public let name = "flickr"

    /// The sentence that Flickr's API terms require.
    public static let notice = "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."

    /// The sentence that Flickr's API terms require.
    public let notice: String? = Self.notice

    private let apiKey: APIKey
    private let endpoint: URL
    private let pictureHost: URL
    private let api: HostSession
    let pictures: HostSession

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - apiKey: a key of Flickr.
    ///   - endpoint: the address of the API; another one is for tests and proxies.
    ///   - pictureHost: the host of pictures without a URL in the reply.
    ///   - client: the client of HTTP.
    ///   - clock: the clock for delays.
    ///   - retryPolicy: the policy of retries for searches and pictures.
    ///   - logger: the log of failed attempts; `nil` for none.
    public init(
        apiKey: APIKey, endpoint: URL = Self.defaultEndpoint, pictureHost: URL = Self.defaultPictureHost,
        client: HTTPClient, clock: RequestClock, retryPolicy: RetryPolicy = RetryPolicy(),
        logger: Logger? = nil
    ) {
        self.apiKey = apiKey
        self.endpoint = endpoint
        self.pictureHost = pictureHost
        api = HostSession(
            service: "Flickr", client: client, policy: retryPolicy, interval: .seconds(1), clock: clock, logger: logger)
        pictures = HostSession(
            service: "Flickr's picture host", client: client, policy: retryPolicy, interval: .zero, clock: clock,
            logger: logger)
    }

    /// Returns one page of the photos around a point, nearest first; see ``PhotoSource/photos(matching:page:)``.
    ///
    /// A page has up to 250 photos. At most 16 pages can be read.
    public func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        try query.check(page: page)
        guard !apiKey.secret.isEmpty else {
            throw SourceError(.keyRefused, "Flickr needs an API key, and the one given is empty.")
        }
        let search = FlickrSearch(query: query, page: page)
        guard let url = try search.url(endpoint: endpoint, key: apiKey) else {
            return PhotoPage(photos: [], number: page, pageCount: 0, total: 0, radius: search.radius)
        }
        return try await api.json(at: url) { _, reply in try self.page(in: reply, number: page, radius: search.radius) }
    }

    /// Returns the page of photos in a reply; `nil` if it is not one.
    ///
    /// Numbers may be JSON strings.
    ///
    /// - Throws: ``SourceError`` for a reply with an error, which has HTTP status 200 too.
    private func page(in reply: JSONValue, number: Int, radius: Double) throws(SourceError) -> PhotoPage? {
        guard let status = reply["stat"]?.string else { return nil }
        guard status == "ok" else {
            let message = reply["message"]?.string ?? "no reason"
            throw FlickrFailure.failure(code: reply["code"]?.anyInteger, message: apiKey.redacting(message))
        }
        guard let found = reply["photos"], found.members != nil else {
            throw SourceError(.badReply, "Flickr's answer has no photos in it.", .garbled)
        }
        let pageSize = max(1, found["perpage"]?.anyInteger ?? FlickrSearch.pageSize)
        let pageCount = min(max(0, found["pages"]?.anyInteger ?? 0), max(1, FlickrSearch.servedPhotos / pageSize))
        var seen: Set<String> = []
        // After the last page Flickr repeats earlier photos.
        let records = number <= pageCount ? found["photo"]?.elements ?? [] : []
        let photos = records.compactMap { RemotePhoto(flickr: $0, source: name, pictureHost: pictureHost) }
            .filter { seen.insert($0.id).inserted }
        return PhotoPage(
            photos: photos, number: number, pageCount: pageCount, total: max(0, found["total"]?.anyInteger ?? 0),
            radius: radius)
    }

    /// Returns a Boolean value that indicates whether a response is the "photo unavailable" picture, which Flickr serves with status 200 for removed
    /// photos: it has another file name, or "unavailable" in its path, or is a PNG or GIF instead of a JPEG.
    func isPlaceholder(_ served: URL, for requested: URL, _ format: PictureSignature) -> Bool {
        requested.lastPathComponent != served.lastPathComponent
            || served.path().contains("unavailable")
            || (["jpg", "jpeg"].contains(requested.pathExtension.lowercased()) && (format == .png || format == .gif))
    }
}

/// The conversion of Flickr's numbered errors.
enum FlickrFailure {
    /// Returns the error for a reply with `stat: fail`.
    ///
    /// - Parameters:
    ///   - code: Flickr's number; `nil` if the reply has none.
    ///   - message: Flickr's text without the key.
    static func failure(code: Int?, message: String) -> SourceError {
        let quote = "Flickr says: \(message) (\(code.map { "error \($0)" } ?? "no number"))."
        // The numbers 0 and 201 are undocumented. All outages have the same text.
        if [105, 201, 0, 10].contains(code) || message.contains("not currently available") {
            return SourceError(.unavailable, "\(quote) Try again later.", .garbled)
        }
        switch code {
        case 100:
            return SourceError(
                .keyRefused,
                "\(quote) Check the key, or make one at https://www.flickr.com/services/apps/create/; new keys need "
                    + "Flickr Pro.")
        case 4, 15, 16, 17, 95, 96, 97, 98, 99:
            return SourceError(.refused, quote)
        case 1, 2, 3, 11, 12, 13, 14, 18, 19, 20, 77, 111, 112, 116:
            return SourceError(.badQuery, "\(quote) Change the search.")
        default:
            return SourceError(.badReply, quote)
        }
    }
}
