public import Logging
public import PlatformFoundation
import PostcardCore

/// Photos from Flickr, found with `flickr.photos.search` and fetched from its picture host.
///
/// At most one search a second is sent, by all users of one source together: Flickr allows a key 3,600 calls an hour.
public struct FlickrSource: PhotoSource {
    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that every test of this type parses.
    /// The address of Flickr's API.
    public static let defaultEndpoint = URL(string: "https://api.flickr.com/services/rest/")!

    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that the tests of built addresses parse.
    /// The address of Flickr's pictures.
    public static let defaultPictureHost = URL(string: "https://live.staticflickr.com/")!

    /// `flickr`.
    public let name = "flickr"

    /// The sentence that Flickr's API terms demand.
    public static let notice = "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."

    /// The sentence that Flickr's API terms demand.
    public let notice: String? = Self.notice

    private let apiKey: APIKey
    private let endpoint: URL
    private let pictureHost: URL
    private let api: HostSession
    private let downloader: PictureDownloader

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - apiKey: A key from Flickr.
    ///   - endpoint: Where API calls go; another one is for tests and proxies.
    ///   - pictureHost: Where the pictures are of which a reply gives no address.
    ///   - transport: What carries the requests.
    ///   - clock: What measures time and waits.
    ///   - retryPolicy: Whether and when to try again, for searches and pictures alike.
    ///   - logger: Is told of failed attempts; `nil` for silence.
    public init(
        apiKey: APIKey, endpoint: URL = Self.defaultEndpoint, pictureHost: URL = Self.defaultPictureHost,
        transport: any HTTPTransport, clock: RequestClock, retryPolicy: RetryPolicy = RetryPolicy(),
        logger: Logger? = nil
    ) {
        self.apiKey = apiKey
        self.endpoint = endpoint
        self.pictureHost = pictureHost
        api = HostSession(
            service: "Flickr", transport: transport, policy: retryPolicy,
            limiter: RateLimiter(interval: .seconds(1), clock: clock), logger: logger)
        downloader = PictureDownloader(
            host: HostSession(
                service: "Flickr's picture host", transport: transport, policy: retryPolicy,
                limiter: RateLimiter(interval: .zero, clock: clock), logger: logger),
            isPlaceholder: Self.isPlaceholder)
    }

    /// One page of the photos around a point, nearest first; see ``PhotoSource/photos(matching:page:)``.
    ///
    /// A page has up to 250 photos, and no more than 16 pages can be read, however many photos there are.
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

    /// Fetches a picture; see ``PhotoSource/download(_:atLeast:maximumBytes:resuming:to:)``.
    public func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: (Rendition) async throws -> PartialPicture?,
        to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        try await downloader.download(
            photo, atLeast: longEdge, maximumBytes: maximumBytes, resuming: part, to: sink)
    }

    /// The page of photos in a reply, which may as well be the number and the text of a failure, with HTTP status 200 too. All numbers have
    /// come as texts at some time.
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
        // Behind the last page Flickr sends earlier photos once more.
        let records = number <= pageCount ? found["photo"]?.elements ?? [] : []
        let photos = records.compactMap { RemotePhoto(flickr: $0, source: name, pictureHost: pictureHost) }
            .filter { seen.insert($0.id).inserted }
        return PhotoPage(
            photos: photos, number: number, pageCount: pageCount, total: max(0, found["total"]?.anyInteger ?? 0),
            radius: radius)
    }

    /// Tells the "photo unavailable" picture, which Flickr serves with status 200 for photos that are gone: it lies under
    /// another name than was asked for, has the word in its path, or is a PNG or GIF where a JPEG was promised.
    @Sendable private static func isPlaceholder(requested: URL, served: URL, format: PictureSignature) -> Bool {
        requested.lastPathComponent != served.lastPathComponent
            || served.path().contains("unavailable")
            || (["jpg", "jpeg"].contains(requested.pathExtension.lowercased()) && (format == .png || format == .gif))
    }
}

/// The meanings of Flickr's numbered failures.
enum FlickrFailure {
    /// The failure of an attempt that Flickr answered with `stat: fail`. `code` is Flickr's number, if there was one.
    /// `message` is Flickr's text without the key.
    static func failure(code: Int?, message: String) -> SourceError {
        let quote = "Flickr says: \(message) (\(code.map { "error \($0)" } ?? "no number"))."
        // Numbers 0 and 201 are in no document; the text is the same for every outage.
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
