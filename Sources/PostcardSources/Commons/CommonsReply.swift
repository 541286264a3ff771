/// A response of MediaWiki's Action API (`formatversion=2`): an error or data, both with HTTP status 200.
struct CommonsReply: Decodable {
    /// The error, instead of data.
    let error: ErrorBody?
    /// The parameters that request the rest.
    let `continue`: [String: LenientText]?
    /// The data; missing where nothing was found.
    let query: Query?

    struct ErrorBody: Decodable {
        let code: String
        let info: String?
    }

    struct Query: Decodable {
        let geosearch: LossyArray<Spot>?
        let pages: LossyArray<Page>?
    }

    /// A file with its place, nearest first.
    struct Spot: Decodable, Sendable {
        let pageid: Int
        let lat: Double
        let lon: Double
    }

    /// The page of a file.
    struct Page: Decodable {
        let pageid: Int
        let title: String
        let imageinfo: LossyArray<CommonsFile>?
    }
}

/// The current version of a file on Wikimedia Commons, in the words of `prop=imageinfo`.
struct CommonsFile: Decodable {
    let url: String
    let width: Int
    let height: Int
    let mime: String
    let descriptionurl: String?
    /// The time of its upload, such as `2024-06-09T20:14:03Z`.
    let timestamp: String?
    let thumburl: String?
    let thumbwidth: Int?
    let thumbheight: Int?
    private let extmetadata: Descriptions?

    /// The file's description by the names of CommonsMetadata. Values are texts, often HTML.
    var metadata: [String: String] { extmetadata?.texts ?? [:] }

    private struct Descriptions: Decodable {
        let texts: [String: String]

        private struct Entry: Decodable {
            let value: LenientText?
        }

        init(from decoder: any Decoder) throws {
            // PHP writes an object without members as an empty array.
            texts = ((try? [String: Entry](from: decoder)) ?? [:]).compactMapValues { $0.value?.text }
        }
    }
}

/// The meanings of the errors of MediaWiki's Action API.
enum CommonsFailure {
    /// The failure of an attempt that was answered with an error.
    static func failure(_ refusal: CommonsReply.ErrorBody, retryAfter: Duration?) -> SourceError {
        let quote = "Wikimedia Commons says: \(HTMLText.plain(refusal.info ?? "no reason")) (\(refusal.code))."
        switch refusal.code {
        case "maxlag", "readonly":
            // Its databases lag behind: the same as being out of order, for all our requests.
            return SourceError(
                .unavailable, "\(quote) Try again later.", retryAfter: retryAfter, .status(503, retryAfter: retryAfter))
        case "ratelimited":
            return SourceError(
                .rateLimited, "\(quote) Try again later.", retryAfter: retryAfter, .status(429, retryAfter: retryAfter))
        case let code where code.hasPrefix("internal_api_error"):
            return SourceError(.unavailable, "\(quote) Try again later.", .garbled)
        case "blocked", "readapidenied":
            return SourceError(.refused, quote)
        default:
            return SourceError(.badQuery, "\(quote) Change the search.")
        }
    }
}
