public import Logging
public import PlatformFoundation
import PostcardCore
public import PostcardPhotos

/// Photos from Flickr, found with `flickr.photos.search` and downloaded from Flickr's picture host.
///
/// A source sends at most one search per second, because Flickr allows 3,600 calls per hour for each key.
public struct FlickrSource: PhotoSource, HostedPhotoSource {
    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that every test of this type parses.
    /// The URL of Flickr's API.
    package static let defaultEndpoint = URL(string: "https://api.flickr.com/services/rest/")!

    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that the tests of built URLs parse.
    /// The URL of Flickr's picture host.
    package static let defaultPictureHost = URL(string: "https://live.staticflickr.com/")!

    /// The name of the source: `flickr`.
    public let name = "flickr"

    /// The sentence that Flickr's API terms require.
    package static let notice = "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."

    /// The sentence that Flickr's API terms require.
    public let notice: String? = Self.notice

    /// The page size of searches with a position. Flickr reduces larger page sizes to this value.
    private static let pageSize = 250
    /// The maximum number of photos that Flickr serves for a query. Later pages repeat earlier photos.
    private static let servedPhotos = 4_000
    /// The maximum radius in meters. Flickr documents radii below 32 km.
    private static let maximumRadius = 31_999.0
    /// The earliest upload date, in seconds since 1970: 10 February 2004, when Flickr opened. Without a minimum date, a search around a
    /// point finds only photos from the last twelve hours.
    private static let opening = 1_076_371_200
    /// The members of a photo record to request in addition to the id and title.
    private static let extras =
        (["license", "owner_name", "path_alias", "geo", "date_taken", "media"]
        + FlickrSize.all.map { "url_\($0.member)" })
        .joined(separator: ",")

    private let apiKey: APIKey
    private let endpoint: URL
    private let pictureHost: URL
    private let api: HostSession
    let pictures: HostSession

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - apiKey: the program's key from Flickr.
    ///   - userAgent: the name of the program. Flickr's picture host rejects requests without a name.
    ///   - endpoint: the URL of an API proxy; `nil` for Flickr.
    ///   - logger: the log for failed attempts; `nil` for none.
    public init(apiKey: APIKey, userAgent: UserAgent, endpoint: URL? = nil, logger: Logger? = nil) {
        self.init(
            apiKey: apiKey, endpoint: endpoint ?? Self.defaultEndpoint, client: HTTPClient(userAgent: userAgent),
            clock: .system, logger: logger)
    }

    /// Makes a source with its own client and clock.
    ///
    /// - Parameter pictureHost: the host of pictures whose URL is not in the reply.
    package init(
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

    /// Returns one page of the photos around a point, nearest first; see `PhotoSource.photos(matching:page:)`.
    ///
    /// A page has up to 250 photos. At most 16 pages can be read. A radius above 31,999 meters is reduced to that value.
    public func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        try query.check(page: page)
        guard !apiKey.secret.isEmpty else {
            throw SourceError(.keyRefused, "Flickr needs an API key, but the given key is empty.")
        }
        let radius = min(query.radius, Self.maximumRadius)
        let licenses = query.licenses.compactMap(\.flickrID).sorted()
        // If Flickr offers none of the requested licenses, nothing can match.
        guard licenses.isEmpty == query.licenses.isEmpty else {
            return PhotoPage(photos: [], number: page, pageCount: 0, total: 0, radius: radius)
        }
        // Coordinates have six decimals, a precision of about a decimeter, and no exponents.
        let (latitude, longitude) = query.center.texts
        let since = query.since.map { Int($0.timeIntervalSince1970.rounded(.up)) } ?? Self.opening
        let safeSearch =
            switch query.safeSearch {
            case .safe: "1"
            case .moderate: "2"
            case .restricted: "3"
            }
        var arguments: [(name: String, value: String)] = [
            ("method", "flickr.photos.search"), ("api_key", apiKey.secret), ("format", "json"),
            ("nojsoncallback", "1"), ("lat", latitude), ("lon", longitude),
            ("radius", "\(radius.rounded(.up) / 1000)"), ("radius_units", "km"),
            ("min_upload_date", String(max(since, Self.opening))),
            ("media", "photos"), ("content_types", "0"), ("safe_search", safeSearch),
            ("extras", Self.extras), ("per_page", String(Self.pageSize)), ("page", String(page)),
        ]
        if !query.text.isEmpty { arguments.append(("text", query.text)) }
        if !licenses.isEmpty { arguments.append(("license", licenses.map(String.init).joined(separator: ","))) }
        let url = try endpoint.replacingQuery(arguments)
        return try await api.json(at: url) { _, reply in try self.page(in: reply, number: page, radius: radius) }
    }

    /// Returns the page of photos in a reply; `nil` if the reply is not such a page.
    ///
    /// Numbers may be JSON strings.
    ///
    /// - Throws: ``FailedAttempt`` for an error reply, which also has HTTP status 200.
    private func page(in reply: JSONValue, number: Int, radius: Double) throws(FailedAttempt) -> PhotoPage? {
        guard let status = reply["stat"]?.string else { return nil }
        guard status == "ok" else {
            let message = reply["message"]?.string ?? "no reason"
            throw FlickrFailure.failure(code: reply["code"]?.anyInteger, message: apiKey.redacting(message))
        }
        guard let found = reply["photos"], found.members != nil else {
            throw FailedAttempt(.badReply, "Flickr's response contains no photos.", .garbled)
        }
        let pageSize = max(1, found["perpage"]?.anyInteger ?? Self.pageSize)
        let pageCount = min(max(0, found["pages"]?.anyInteger ?? 0), max(1, Self.servedPhotos / pageSize))
        var seen: Set<NameKey> = []
        // After the last page, Flickr repeats earlier photos.
        let records = number <= pageCount ? found["photo"]?.elements ?? [] : []
        let photos = records.compactMap { RemotePhoto(flickr: $0, source: name, pictureHost: pictureHost) }
            .filter { seen.insert($0.id).inserted }
        return PhotoPage(
            photos: photos, number: number, pageCount: pageCount, total: max(0, found["total"]?.anyInteger ?? 0),
            radius: radius)
    }

    /// Returns true if a response is the "photo unavailable" picture, which Flickr serves with status 200 for removed photos. Such a
    /// picture has a different file name, has "unavailable" in its path, or is a PNG or GIF instead of a JPEG.
    func isPlaceholder(_ served: URL, for requested: URL, _ format: PictureSignature) -> Bool {
        requested.lastPathComponent != served.lastPathComponent
            || served.path().contains("unavailable")
            || (["jpg", "jpeg"].contains(requested.pathExtension.lowercased()) && (format == .png || format == .gif))
    }
}
