public import Logging
public import PlatformFoundation
import PostcardCore
public import PostcardPhotos

/// Photos from Wikimedia Commons, which needs no key.
///
/// The service returns the 500 nearest files in a circle with a radius of at most 10 km. If there may be more files, seven smaller circles
/// that cover the large circle are searched, so photos come from the whole area. Words, licenses and dates are matched locally, because the
/// service's search by position does not support them. The service does not mark unsafe photos, so `PhotoQuery.safeSearch` has no effect.
///
/// The source follows the service's rules: a user agent with a contact, sequential API calls, at most 200 calls per minute, at most one
/// picture per second, and pauses on request (`maxlag`, `Retry-After`).
public struct CommonsSource: PhotoSource, HostedPhotoSource {
    // swift-format-ignore: NeverForceUnwrap
    // why: a constant that every test of this type parses.
    /// The URL of the Wikimedia Commons API.
    package static let defaultEndpoint = URL(string: "https://commons.wikimedia.org/w/api.php")!

    /// The attribution that must be shown with the photos.
    package static let notice =
        "Photos from Wikimedia Commons (https://commons.wikimedia.org), each under its own license: credit its author and "
        + "link to its page."

    /// The name of the source: `commons`.
    public let name = "commons"

    /// The attribution that must be shown with the photos.
    public let notice: String? = Self.notice

    /// The maximum number of simultaneous downloads: 2, because Wikimedia's etiquette allows at most three simultaneous requests.
    public let maximumTransfers = 2

    /// The maximum number of files per call, because the service makes no more thumbnails than that.
    private static let pageSize = 50
    /// The radii that the service accepts, in meters.
    private static let radii = 10.0...10_000.0
    /// The maximum number of files in a search reply, which has no further pages.
    private static let maximumSpots = 500

    private let endpoint: URL
    private let api: HostSession
    let pictures: HostSession
    private let listing = CommonsListing()

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - userAgent: the name of the program, with a contact. Wikimedia rejects names without a contact.
    ///   - endpoint: the URL of another wiki's API, or of a proxy; `nil` for Wikimedia Commons.
    ///   - logger: the log for failed attempts; `nil` for none.
    public init(userAgent: UserAgent, endpoint: URL? = nil, logger: Logger? = nil) {
        self.init(
            endpoint: endpoint ?? Self.defaultEndpoint, client: HTTPClient(userAgent: userAgent), clock: .system,
            logger: logger)
    }

    /// Makes a source with its own client and clock.
    ///
    /// - Parameter pictureInterval: the minimum time between two requests for pictures.
    package init(
        endpoint: URL = Self.defaultEndpoint, client: HTTPClient, clock: RequestClock,
        retryPolicy: RetryPolicy = RetryPolicy(), pictureInterval: Duration = .seconds(1), logger: Logger? = nil
    ) {
        self.endpoint = endpoint
        api = HostSession(
            service: "Wikimedia Commons", client: client, policy: retryPolicy, interval: .milliseconds(300),
            clock: clock, logger: logger)
        pictures = HostSession(
            service: "Wikimedia's picture host", client: client, policy: retryPolicy, interval: pictureInterval,
            clock: clock, logger: logger)
    }

    /// Returns one page of the photos around a point, nearest first; see `PhotoSource.photos(matching:page:)`.
    ///
    /// A page has up to 50 photos, but fewer if some files are not pictures or do not match.
    public func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage {
        try query.check(page: page)
        let radius = min(max(query.radius, Self.radii.lowerBound), Self.radii.upperBound)
        let spots = try await spots(around: query.center, radius: radius)
        let range = spots.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize)
        let photos = range.isEmpty ? [] : try await describe(Array(range), matching: CommonsFilter(query))
        return PhotoPage(
            photos: photos, number: page, pageCount: (spots.count + Self.pageSize - 1) / Self.pageSize,
            total: spots.count, radius: radius)
    }

    func isPlaceholder(_ served: URL, for requested: URL, _ format: PictureSignature) -> Bool {
        requested.lastPathComponent != served.lastPathComponent
    }

    /// Returns the files in a circle, nearest first.
    private func spots(around center: Coordinate, radius: Double) async throws -> [CommonsSpot] {
        if let spots = await listing.spots(around: center, radius: radius) { return spots }
        var found = try await search(around: center, radius: radius)
        if found.count >= Self.maximumSpots, radius / 2 >= Self.radii.lowerBound {
            for middle in center.centersOfSevenCircles(covering: radius) {
                found += try await search(around: middle, radius: radius / 2)
            }
            let distances = found.map { $0.coordinate.map { center.distance(to: $0) } ?? .infinity }
            found = zip(found, distances).filter { $0.1 <= radius }.sorted { $0.1 < $1.1 }.map(\.0)
        }
        // Files can appear several times: once for each of their positions, and in overlapping circles.
        var seen: Set<Int> = []
        let spots = found.filter { seen.insert($0.pageID).inserted }
        await listing.keep(spots, around: center, radius: radius)
        return spots
    }

    private func search(around center: Coordinate, radius: Double) async throws -> [CommonsSpot] {
        let reply = try await request([
            ("list", "geosearch"), ("gscoord", "\(center.texts.latitude)|\(center.texts.longitude)"),
            ("gsradius", "\(Int(radius.rounded(.up)))"), ("gslimit", "\(Self.maximumSpots)"), ("gsnamespace", "6"),
            ("gsprimary", "all"),
        ])
        return reply["query"]?["geosearch"]?.elements?.compactMap { CommonsSpot($0) } ?? []
    }

    /// Returns the photos from the files that match, in the files' order.
    private func describe(_ spots: [CommonsSpot], matching filter: CommonsFilter) async throws -> [RemotePhoto] {
        let arguments: [(name: String, value: String)] = [
            ("prop", "imageinfo"), ("iiprop", "url|size|mime|timestamp|extmetadata"), ("iiurlwidth", "960"),
            ("iiextmetadatalanguage", "en"),
            ("iiextmetadatafilter", CommonsFilter.metadata.joined(separator: "|")),
            ("pageids", spots.map { String($0.pageID) }.joined(separator: "|")),
        ]
        var files: [Int: CommonsFile] = [:]
        var rest: [(name: String, value: String)] = []
        // Each further reply should describe at least one more file. The loop ends even if the service breaks that rule.
        for _ in spots {
            let reply = try await request(arguments + rest)
            for page in reply["query"]?["pages"]?.elements ?? [] {
                if let id = page["pageid"]?.integer, let file = CommonsFile(page: page) { files[id] = file }
            }
            guard let next = reply["continue"]?.members, !next.isEmpty else { break }
            rest = next.map { ($0.name, $0.value.anyText ?? "") }.sorted { $0.name < $1.name }
        }
        return spots.compactMap { spot in
            guard let file = files[spot.pageID], filter.matches(file) else { return nil }
            return RemotePhoto(commons: file, at: spot, source: name)
        }
    }

    private func request(_ arguments: [(name: String, value: String)]) async throws -> JSONValue {
        let common = [("action", "query"), ("format", "json"), ("formatversion", "2"), ("maxlag", "5")]
        let url = try endpoint.replacingQuery(common + arguments)
        return try await api.json(at: url) { response, reply in
            // Error replies also have HTTP status 200.
            if let error = reply["error"] {
                guard let code = error["code"]?.string else { return nil }
                throw CommonsFailure.failure(code, error["info"]?.string, retryAfter: response.retryAfter)
            }
            let lists = ["geosearch", "pages"].compactMap { reply["query"]?[$0] }
            return reply.members != nil && lists.allSatisfy { $0.elements != nil } ? reply : nil
        }
    }
}

/// The files from the last search, kept for further pages of its results.
actor CommonsListing {
    private var place: Coordinate?
    private var radius = 0.0
    private var spots: [CommonsSpot] = []

    /// Returns the files in a circle if that circle was searched last; otherwise `nil`.
    func spots(around center: Coordinate, radius: Double) -> [CommonsSpot]? {
        place == center && self.radius == radius ? spots : nil
    }

    /// Stores the files in a circle.
    func keep(_ spots: [CommonsSpot], around center: Coordinate, radius: Double) {
        place = center
        self.radius = radius
        self.spots = spots
    }
}

/// The conditions of a query that the service's search does not support.
struct CommonsFilter {
    /// The members of a file's description to request.
    static let metadata = [
        "LicenseShortName", "License", "LicenseUrl", "AttributionRequired", "Attribution", "Artist", "ImageDescription",
        "ObjectName", "DateTimeOriginal", "Categories", "NonFree",
    ]

    /// The accepted media types: formats that can be decoded, excluding SVG and PDF, whose thumbnails are rasterized.
    private static let types: Set<NameKey> = ["image/jpeg", "image/png", "image/webp", "image/gif"]

    private let words: [Substring]
    private let licenses: Set<License>
    /// The earliest upload time, in the format of the timestamps in replies.
    private let since: String?

    init(_ query: PhotoQuery) {
        words = query.words
        licenses = query.licenses
        since = query.since?.formatted(.iso8601)
    }

    /// Returns true if a file is a picture that matches the query.
    func matches(_ file: CommonsFile) -> Bool {
        guard Self.types.contains(file.info["mime"]?.string ?? "") else { return false }
        guard licenses.isEmpty || licenses.contains(License(commons: file.metadata)) else { return false }
        // Both times are in UTC and have the same length, so string order is chronological order.
        if let since, file.info["timestamp"]?.string ?? "" < since { return false }
        guard !words.isEmpty else { return true }
        let description = HTMLText.plain(file.metadata["ImageDescription"] ?? "", limit: 10_000)
        let text = "\(file.title) \(description) \(file.metadata["Categories"] ?? "")".lowercased()
        return words.allSatisfy { text.contains($0) }
    }
}
