import PostcardCore
import PostcardLibrary
import PostcardPhotos

/// The body of a request for a new collection, in the terms of `postcard album new-collection`.
struct CollectionRequest: Decodable {
    private let count: Int?
    private let radius: Double?
    private let text: String?
    private let license: String?
    private let since: DayOrMoment?
    private let safe: PhotoQuery.SafeSearch?
    private let seed: UInt64?
    /// The photo provider. It is never a folder, since clients may not choose what is read of this machine.
    let source: Source?

    enum Source: String, Decodable, CaseIterable {
        case flickr
        case commons
    }

    /// The allowed seeds.
    private static let seeds = 0...Int.max
    /// The names of licences as alternatives of a regular expression.
    private static let licenses = License.names.map { $0.replacing(".", with: "\\.") }.joined(separator: "|")

    static let schema = Schema.object([
        "count": Schema.integer(in: AlbumRequest.counts).adding(["default": .integer(AlbumRequest.defaultCount)])
            .described("How many photos."),
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
        "safe": Schema.choice(PhotoQuery.SafeSearch.allCases.map(\.rawValue), default: "safe")
            .described("How strictly unsuitable photos are left out."),
        "seed": Schema.integer(in: seeds).described("The same number chooses the same photos."),
        "source": Schema.choice(Source.allCases.map(\.rawValue))
            .described("Where photos come from; otherwise as the settings say."),
    ])

    /// Returns the request for the library.
    ///
    /// - Throws: `HTTPError` with status 422 for values out of range.
    func albumRequest() throws(HTTPError) -> AlbumRequest {
        if let seed, seed > UInt64(Self.seeds.upperBound) {
            throw .unprocessable("seed is \(seed); it goes from 0 to \(Self.seeds.upperBound).")
        }
        do throws(InvalidMember) {
            return try AlbumRequest(
                count: count, radius: radius, text: text, license: license, since: since, safe: safe, seed: seed)
        } catch {
            throw .unprocessable("\(error.name) \(error.reason)")
        }
    }
}
