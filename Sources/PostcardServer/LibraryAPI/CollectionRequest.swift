import PlatformFoundation
import PostcardCore
import PostcardLibrary
import PostcardSources

/// The criteria for the photos of a new collection, in the words of `postcard album new-collection`.
struct CollectionRequest: Decodable {
    let count: Int?
    let radius: Double?
    let text: String?
    let license: String?
    let since: String?
    let safe: PhotoQuery.SafeSearch?
    let seed: UInt64?
    /// Never a folder: what may be read of this machine is for its owner to say.
    let source: Source?

    enum Source: String, Decodable {
        case flickr
        case commons
    }

    /// The names of licences as a part of a regular expression.
    private static let licenses = License.names.map { $0.replacing(".", with: "\\.") }.joined(separator: "|")

    static let schema = Schema.object([
        "count": [
            "type": "integer", "minimum": 1, "maximum": .integer(AlbumRequest.counts.upperBound),
            "default": .integer(AlbumRequest.defaultCount),
            "description": "How many photos.",
        ],
        "radius": [
            "type": "number", "exclusiveMinimum": 0, "maximum": .integer(Int(AlbumRequest.maximumRadius)),
            "default": .integer(Int(AlbumRequest.defaultRadius)),
            "description": "How far from the pin, in metres.",
        ],
        "text": Schema.text("Words to find in titles and tags."),
        "license": Schema.pattern(
            "^(\(licenses))(,(\(licenses)))*$",
            "The licences wanted, with commas between them: cc-by for all versions, cc-by-4.0 for one."),
        "since": Schema.day("Only photos published since this day."),
        "safe": [
            "type": "string", "enum": ["safe", "moderate", "restricted"], "default": "safe",
            "description": "How strictly unsuitable photos are left out.",
        ],
        "seed": [
            "type": "integer", "minimum": 0, "maximum": .integer(.max),
            "description": "The same number chooses the same photos.",
        ],
        "source": [
            "type": "string", "enum": ["flickr", "commons"],
            "description": "Where photos come from; otherwise as the settings say.",
        ],
    ])

    /// - Throws: `HTTPError` with status 422.
    func request() throws(HTTPError) -> AlbumRequest {
        guard AlbumRequest.counts.contains(count ?? 1) else {
            throw .unprocessable("count is \(count ?? 0); it goes from 1 to \(AlbumRequest.counts.upperBound).")
        }
        guard (radius ?? 1) > 0, (radius ?? 1) <= AlbumRequest.maximumRadius else {
            throw .unprocessable(
                "radius is \(radius ?? 0); it goes from above 0 to \(Int(AlbumRequest.maximumRadius)) metres.")
        }
        guard (seed ?? 0) <= UInt64(Int.max) else {
            throw .unprocessable("seed is \(seed ?? 0); it goes from 0 to \(Int.max).")
        }
        var request = AlbumRequest(count: count, radius: radius, text: text ?? "", seed: seed)
        request.safeSearch = safe ?? request.safeSearch
        do throws(UnknownLicense) {
            request.licenses = try License.matching(list: license ?? "")
        } catch {
            throw .unprocessable("license has \(error.name), which is not known.")
        }
        if let since {
            guard since.utf8.count == 10, let day = DayOrMoment(since) else {
                throw .unprocessable("since is \(since); write a day such as 2024-06-01.")
            }
            request.since = day.start
        }
        return request
    }
}
