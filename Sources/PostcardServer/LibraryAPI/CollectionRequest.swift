import PostcardCore
import PostcardLibrary
import PostcardPhotos

/// The body of a request for a new collection, with the options of `postcard album new-collection`.
struct CollectionRequest: Decodable {
    private let count: Int?
    private let radius: Double?
    private let text: String?
    private let license: String?
    private let since: DayOrMoment?
    private let safe: PhotoQuery.SafeSearch?
    private let seed: UInt64?
    /// The photo provider. The provider is never a folder, since clients must not choose files on this machine.
    let source: Source?

    enum Source: String, Decodable, CaseIterable {
        case flickr
        case commons
        case immich
    }

    /// The allowed seeds.
    private static let seeds = 0...Int.max
    /// The license names as alternatives in a regular expression.
    private static let licenses = License.names.map { $0.replacing(".", with: "\\.") }.joined(separator: "|")

    static let schema = Schema.object([
        "count": Schema.integer(in: AlbumRequest.counts).adding(["default": .integer(AlbumRequest.defaultCount)])
            .described("The number of photos."),
        "radius": [
            "type": "number", "exclusiveMinimum": 0, "maximum": .integer(Int(AlbumRequest.maximumRadius)),
            "default": .integer(Int(AlbumRequest.defaultRadius)),
            "description": "The maximum distance from the pin, in meters.",
        ],
        "text": Schema.text("Words to search for in titles and tags."),
        "license": Schema.pattern(
            "^(\(licenses))(,(\(licenses)))*$",
            "Allowed licenses, separated by commas: cc-by for all versions, cc-by-4.0 for one version."),
        "since": Schema.day("Only photos published on or after this day."),
        "safe": Schema.choice(PhotoQuery.SafeSearch.allCases.map(\.rawValue), default: "safe")
            .described("The filter for unsuitable photos."),
        "seed": Schema.integer(in: seeds).described("The same seed selects the same photos."),
        "source": Schema.choice(Source.allCases.map(\.rawValue))
            .described("The photo provider. The default is the library's setting."),
    ])

    /// Returns the request for the library.
    ///
    /// - Throws: `HTTPError` with status 422 for values out of range.
    func albumRequest() throws(HTTPError) -> AlbumRequest {
        if let seed, seed > UInt64(Self.seeds.upperBound) {
            throw .unprocessable("\"seed\" is \(seed); it must be between 0 and \(Self.seeds.upperBound).")
        }
        do throws(InvalidMember) {
            return try AlbumRequest(
                count: count, radius: radius, text: text, license: license, since: since, safe: safe, seed: seed)
        } catch {
            throw .unprocessable("\"\(error.name)\" \(error.reason)")
        }
    }
}
