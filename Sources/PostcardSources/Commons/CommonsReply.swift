import PostcardCore

/// A file on Wikimedia Commons with its place, as a search around a point lists it.
struct CommonsSpot: Sendable {
    let pageID: Int
    /// `nil` for numbers out of range.
    let coordinate: Coordinate?

    init?(_ record: JSONValue) {
        guard let pageID = record["pageid"]?.integer, let latitude = record["lat"]?.number,
            let longitude = record["lon"]?.number
        else { return nil }
        self.pageID = pageID
        coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    }
}

/// The current version of a file on Wikimedia Commons.
struct CommonsFile {
    /// The title of its page, such as `File:Harbour steps.jpg`.
    let title: String
    /// The file in the words of `prop=imageinfo`.
    let info: JSONValue
    /// The file's description by the names of CommonsMetadata. Values are texts, often HTML.
    let metadata: [String: String]

    init?(page: JSONValue) {
        guard let title = page["title"]?.string, let info = page["imageinfo"]?.elements?.first else { return nil }
        self.title = title
        self.info = info
        // PHP writes an object without members as an empty array.
        let entries = (info["extmetadata"]?.members ?? []).compactMap { entry in
            entry.value["value"]?.anyText.map { (entry.name, $0) }
        }
        metadata = Dictionary(entries) { _, last in last }
    }
}

/// The meanings of the errors of MediaWiki's Action API.
enum CommonsFailure {
    /// The failure of an attempt that was answered with an error.
    static func failure(_ code: String, _ reason: String?, retryAfter: Duration?) -> SourceError {
        let quote = "Wikimedia Commons says: \(HTMLText.plain(reason ?? "no reason")) (\(code))."
        switch code {
        case "maxlag", "readonly":
            // Its databases lag behind: the same as being out of order, for all our requests.
            return SourceError(
                .unavailable, "\(quote) Try again later.", retryAfter: retryAfter, .status(503, retryAfter: retryAfter))
        case "ratelimited":
            return SourceError(
                .rateLimited, "\(quote) Try again later.", retryAfter: retryAfter, .status(429, retryAfter: retryAfter))
        case _ where code.hasPrefix("internal_api_error"):
            return SourceError(.unavailable, "\(quote) Try again later.", .garbled)
        case "blocked", "readapidenied":
            return SourceError(.refused, quote)
        default:
            return SourceError(.badQuery, "\(quote) Change the search.")
        }
    }
}
