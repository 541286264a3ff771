import ArgumentParser
import PostcardLibrary
import PostcardPhotos
import PostcardSources

struct AlbumOpenCommand: AlbumDownloadCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Show a pin's album; download one when there is none.",
        discussion: """
            A download that was interrupted goes on where it stopped, with what it was
            asked for then. A server that is not there is tried three times, quickly. What
            fails otherwise, but may go well later, is tried up to five times, at growing
            distances or as the server asks. One try takes 15 s at most for a search, and
            120 s for a picture.

            EXAMPLES
              postcard album open "Eiffel Tower" --count 12
              postcard album open "Eiffel Tower" --text night --license cc-by,cc0
              postcard album open "Eiffel Tower" --source folder:/home/me/Pictures \\
                --radius 500
            """)

    static let replacesPhotos = false

    @OptionGroup var options: AlbumDownloadOptions
}

struct AlbumNewCollectionCommand: AlbumDownloadCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-collection", abstract: "Replace a pin's album by other photos of the same place.",
        discussion: """
            The old photos stay until all new ones are there. Photos that were removed
            never come back. While the album is being downloaded, this is refused.

            EXAMPLES
              postcard album new-collection "Eiffel Tower" --count 12
              postcard album new-collection "Eiffel Tower" --seed 7
            """)

    static let replacesPhotos = true

    @OptionGroup var options: AlbumDownloadOptions
}

/// The options of both `album open` and `album new-collection`.
struct AlbumDownloadOptions: ParsableArguments {
    @Argument(help: "The pin's id, the beginning of it, or its name.", completion: .pins) var pin: String

    @Option(help: "The number of photos, 1 to 30.") var count = AlbumRequest.defaultCount

    @Option(help: "The maximum distance from the pin, in metres.") var radius = AlbumRequest.defaultRadius

    @Option(help: "A number; the same one chooses the same photos.") var seed: UInt64?

    @Option(help: "Words to find in titles, descriptions and tags.") var text = ""

    @Option(
        help: ArgumentHelp(
            "Only photos under these licences: cc-by-4.0, cc-by-sa (any version), cc0, public-domain, derivatives (may be altered, as for memes); several with commas between them.",
            valueName: "names"))
    var license: String?

    @Option(help: "Only photos published since this day, such as 2024-06-01, yesterday or \"3 months\".")
    var since: DayOrMoment?

    @Option(
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

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var libraryOptions: LibraryOptions

    /// The request that the options make.
    private(set) var request = AlbumRequest()

    mutating func validate() throws {
        do throws(InvalidMember) {
            request = try AlbumRequest(
                count: count, radius: radius, text: text, license: license, since: since, safe: safe, seed: seed)
        } catch {
            throw ValidationError("--\(error.name) \(error.reason)")
        }
    }
}

/// A command that shows the album of a pin, and downloads photos for it unless it may leave those that are there.
protocol AlbumDownloadCommand: AsyncParsableCommand {
    /// A Boolean value that indicates whether the photos of an album that is ready are replaced by others.
    static var replacesPhotos: Bool { get }

    var options: AlbumDownloadOptions { get }
}

extension AlbumDownloadCommand {
    func run() async throws {
        let (options, display) = (options, AlbumProgressDisplay())
        let library = try options.libraryOptions.open(creates: false, limits: options.limitOptions.limits)
        let pin = try library.pin(named: options.pin)
        // An album that is ready is shown without a source, its key, or access to change the library.
        @Sendable func source() throws -> any PhotoSource {
            let name = try options.sourceOptions.source ?? library.settings().source
            let source = try options.sourceOptions.providers.photoSource(named: name)
            display.begin()
            return source
        }
        let (album, wasThere) = try await withInterruption {
            defer { display.end() }
            guard Self.replacesPhotos else {
                return try await library.openAlbum(
                    of: pin, from: source(), request: options.request, report: display.show)
            }
            let album = try await library.newCollection(
                of: pin, from: source(), request: options.request, report: display.show)
            return (album, false)
        }
        if wasThere { try checkUnusedOptions(pin) }
        try require(
            album.state == .ready, .missingInput,
            "No photos were found within \(Int(options.request.radius)) m. Try a larger --radius, fewer conditions, or another --source."
        )
        let listing = try AlbumListing(of: pin, album, in: library)
        if options.json { try JSONOutput.print(listing) } else { listing.printTable() }
    }

    /// Prints a hint if the options for photos are not the defaults: they have no effect. A wrong folder is an error nevertheless.
    private func checkUnusedOptions(_ pin: Pin) throws {
        let source = options.sourceOptions.source
        if source?.hasPrefix("folder:") == true { _ = try options.sourceOptions.providers.photoSource(named: source) }
        if options.request != AlbumRequest() || source != nil {
            Console.error("The album is there already. For other photos: postcard album new-collection \(pin.id)")
        }
    }
}
