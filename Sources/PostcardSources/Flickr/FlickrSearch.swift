import PlatformFoundation

/// The arguments of `flickr.photos.search` for a query.
struct FlickrSearch {
    /// The page size of every query with a place; Flickr cuts larger ones down to it.
    static let pageSize = 250

    /// The maximum number of photos that Flickr serves for a query; later pages repeat earlier photos.
    static let servedPhotos = 4_000

    /// Radii have to be less than 32 km; larger ones are undocumented.
    static let maximumRadius = 31_999.0

    /// The day that Flickr opened, 10 February 2004: without an upload date or the like, a search around a place finds
    /// nothing but the photos of the last twelve hours.
    static let opening = 1_076_371_200

    private let query: PhotoQuery
    private let page: Int

    init(_ query: PhotoQuery, page: Int) {
        self.query = query
        self.page = page
    }

    /// The radius that is searched, in metres.
    var radius: Double { min(query.radius, Self.maximumRadius) }

    /// The address to ask.
    ///
    /// - Returns: `nil` when the wanted licences are none of Flickr's, so that nothing can match.
    func url(endpoint: URL, key: APIKey) -> URL? {
        let licenses = query.licenses.compactMap(\.flickrID).sorted()
        guard licenses.isEmpty == query.licenses.isEmpty else { return nil }
        // As short as a decimetre allows: exponents and endless fractions only invite trouble.
        let place = query.center.description.split(separator: ",")
        let since = query.since.map { Int($0.timeIntervalSince1970.rounded(.up)) } ?? Self.opening
        var arguments: [(name: String, value: String)] = [
            ("method", "flickr.photos.search"), ("api_key", key.secret), ("format", "json"), ("nojsoncallback", "1"),
            ("lat", String(place[0])), ("lon", String(place[1])),
            ("radius", "\(radius.rounded(.up) / 1000)"), ("radius_units", "km"),
            ("min_upload_date", String(max(since, Self.opening))),
            ("media", "photos"), ("content_types", "0"), ("safe_search", safeSearch),
            ("extras", Self.extras), ("per_page", String(Self.pageSize)), ("page", String(page)),
        ]
        if !query.text.isEmpty { arguments.append(("text", query.text)) }
        if !licenses.isEmpty { arguments.append(("license", licenses.map(String.init).joined(separator: ","))) }
        return endpoint.replacingQuery(arguments)
    }

    private var safeSearch: String {
        switch query.safeSearch {
        case .safe: "1"
        case .moderate: "2"
        case .restricted: "3"
        }
    }

    private static let extras =
        (["license", "owner_name", "path_alias", "geo", "date_taken", "media"]
        + FlickrSize.all.map { "url_\($0.member)" })
        .joined(separator: ",")
}
