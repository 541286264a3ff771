import ArgumentParser
import PostcardLibrary
import PostcardSources

/// The options that filter photos of a place.
struct AlbumFilterOptions: ParsableArguments {
    @Option(name: .long, help: "Words to find in titles, descriptions and tags.")
    var text = ""

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only photos under these licences: cc-by-4.0, cc-by-sa (any version), cc0, public-domain, derivatives (may be altered, as for memes); several with commas between them.",
            valueName: "names"))
    var license: String?

    @Option(name: .long, help: "Only photos published since this day, such as 2024-06-01, yesterday or \"3 months\".")
    var since: DayOrMoment?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How strictly unsuitable photos are left out, where the source knows (Flickr): safe, moderate or restricted.",
            valueName: "level"),
        transform: { text in
            guard let level = PhotoQuery.SafeSearch(rawValue: text) else {
                throw ValidationError("--safe is \(text); it can be safe, moderate or restricted.")
            }
            return level
        })
    var safe = PhotoQuery.SafeSearch.safe
}
