import ArgumentParser
import PostcardLibrary
import PostcardPhotos

/// The options of both `album open` and `album new-collection`.
struct AlbumDownloadOptions: ParsableArguments {
    @Argument(help: "The pin's id, id prefix or name.", completion: .pins) var pin: String

    @Option(help: "The number of photos, 1 to 30.") var count = AlbumRequest.defaultCount

    @Option(help: "The maximum distance from the pin, in meters.") var radius = AlbumRequest.defaultRadius

    @Option(help: "The seed for the random selection; the same seed selects the same photos.") var seed: UInt64?

    @Option(help: "Words to find in titles, descriptions and tags.") var text = ""

    @Option(
        help: ArgumentHelp(
            "Only photos with these licenses, separated by commas: cc-by-4.0, cc-by-sa (any version), cc0, public-domain, derivatives (any license that allows changed versions, such as memes).",
            valueName: "names"))
    var license: String?

    @Option(
        help: ArgumentHelp(
            "The minimum length of the longer side in pixels, where the source has such a picture; 20000 for originals.",
            valueName: "pixels"))
    var size = 2_048

    @Option(help: "Only photos published since this date, such as 2024-06-01, yesterday or \"3 months\".")
    var since: DayOrMoment?

    @Option(
        help: ArgumentHelp(
            "The filter for unsuitable photos, which only Flickr supports: safe, moderate or restricted.",
            valueName: "level"),
        transform: { text in
            guard let level = PhotoQuery.SafeSearch(rawValue: text) else {
                throw ValidationError("--safe is \(text); it must be safe, moderate or restricted.")
            }
            return level
        })
    var safe = PhotoQuery.SafeSearch.safe

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var libraryOptions: LibraryOptions

    /// The album request with the values from the options.
    private(set) var request = AlbumRequest()

    mutating func validate() throws {
        try require("--size", size, in: 1...20_000)
        do throws(InvalidMember) {
            request = try AlbumRequest(
                count: count, radius: radius, text: text, license: license, since: since, safe: safe, seed: seed)
            request.longEdge = size
        } catch {
            throw ValidationError("--\(error.name) \(error.reason)")
        }
    }
}
