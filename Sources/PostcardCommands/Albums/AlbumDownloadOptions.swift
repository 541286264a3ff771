import ArgumentParser
import PostcardLibrary
import PostcardSources

/// The options that `album open` and `album new-collection` have in common.
struct AlbumDownloadOptions: ParsableArguments {
    typealias Download =
        @Sendable (
            Library, Pin, any PhotoSource, AlbumRequest, @escaping @Sendable (AlbumProgress) -> Void
        ) async throws -> Album

    @Argument(help: "The pin's id, the beginning of it, or its name.", completion: .pins)
    var pin: String

    @Option(name: .long, help: "The number of photos, 1 to 30.")
    var count = AlbumRequest.defaultCount

    @Option(name: .long, help: "The maximum distance from the pin, in metres.")
    var radius = AlbumRequest.defaultRadius

    @Option(name: .long, help: "A number; the same one chooses the same photos.")
    var seed: UInt64?

    @OptionGroup var filter: AlbumFilterOptions

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var source: SourceOptions
    @OptionGroup var limit: LimitOptions
    @OptionGroup var options: LibraryOptions

    func validate() throws { _ = try request() }

    private func request() throws -> AlbumRequest {
        var criteria = AlbumCriteria()
        (criteria.count, criteria.radius, criteria.seed) = (count, radius, seed)
        (criteria.text, criteria.license) = (filter.text, filter.license)
        (criteria.since, criteria.safe) = (filter.since, filter.safe)
        do throws(InvalidMember) { return try criteria.request() } catch {
            throw ValidationError("--\(error.name) \(error.reason)")
        }
    }

    /// `keepsReady` tells whether an album that is there is shown as it is, which needs no source and so no key.
    func download(keepsReady: Bool, _ body: @escaping Download) async throws {
        let library = try options.open(creates: false, limits: limit.limits)
        let pin = try library.pin(named: pin)
        if keepsReady, try library.album(of: pin.id)?.state == .ready {
            // A typing error is told, though nothing is downloaded.
            if source.source?.hasPrefix("folder:") == true { _ = try source.makeSource(setting: nil) }
            if asksForOthers {
                Console.error("The album is there already. For other photos: postcard album new-collection \(pin.id)")
            }
            return try show(pin, in: library)
        }
        let source = try source.makeSource(setting: library.settings().source)
        let request = try request()
        let reporter = AlbumReporter()
        reporter.begin()
        let album = try await withInterruption {
            defer { reporter.end() }
            return try await body(library, pin, source, request, reporter.report)
        }
        guard album.state == .ready else {
            throw Failure(
                .missingInput,
                "No photos were found within \(Int(radius)) m. Try a larger --radius, fewer conditions, or another --source."
            )
        }
        try show(pin, in: library)
    }

    /// True if an option that chooses photos is given.
    private var asksForOthers: Bool {
        count != AlbumRequest.defaultCount || radius != AlbumRequest.defaultRadius || seed != nil
            || !filter.text.isEmpty || filter.license != nil
            || filter.since != nil || source.source != nil
    }

    private func show(_ pin: Pin, in library: Library) throws {
        let listing = try AlbumListing(of: pin, in: library)
        if json { try JSONOutput.print(listing) } else { listing.printTable() }
    }
}
