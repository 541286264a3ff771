import ArgumentParser
import PostcardLibrary
import PostcardSources
import Synchronization

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

    @OptionGroup var source: SourceOptions
    @OptionGroup var limit: LimitOptions
    @OptionGroup var options: LibraryOptions

    func validate() throws { _ = try request() }

    private func request() throws -> AlbumRequest {
        do throws(InvalidMember) {
            return try AlbumRequest(
                count: count, radius: radius, text: text, license: license, since: since, safe: safe, seed: seed)
        } catch {
            throw ValidationError("--\(error.name) \(error.reason)")
        }
    }

    /// Downloads and shows an album. Unless `isNew`, an existing album is shown unchanged, without the need for a source or key.
    func download(isNew: Bool) async throws {
        let library = try options.open(creates: false, limits: limit.limits)
        let pin = try library.pin(named: pin)
        let request = try request()
        if !isNew, try library.album(of: pin.id)?.state == .ready {
            // A wrong folder is reported even if nothing is downloaded.
            if source.source?.hasPrefix("folder:") == true { _ = try source.makeSource(setting: nil) }
            if request != AlbumRequest() || source.source != nil {
                Console.error("The album is there already. For other photos: postcard album new-collection \(pin.id)")
            }
            return try show(pin, in: library)
        }
        let source = try source.makeSource(setting: library.settings().source)
        let reporter = AlbumReporter()
        reporter.begin()
        let album = try await withInterruption {
            defer { reporter.end() }
            return try await isNew
                ? library.newCollection(of: pin, from: source, request: request, report: reporter.report)
                : library.openAlbum(of: pin, from: source, request: request, report: reporter.report)
        }
        try require(
            album.state == .ready, .missingInput,
            "No photos were found within \(Int(radius)) m. Try a larger --radius, fewer conditions, or another --source."
        )
        try show(pin, in: library)
    }

    private func show(_ pin: Pin, in library: Library) throws {
        let listing = try AlbumListing(of: pin, in: library)
        if json { try JSONOutput.print(listing) } else { listing.printTable() }
    }
}

// MARK: - AlbumReporter

/// The display of the progress of an album's download: the number of photos, and the shares of those in progress.
final class AlbumReporter: Sendable {
    private struct State {
        var total = 0
        var done = 0
        var bytes = 0
        /// The received bytes of photos in progress, by their ids.
        var underWay: [String: (bytes: Int, of: Int?)] = [:]
        var lastDrawn: ContinuousClock.Instant?
        /// The task that reports a slow service if there is no first event for some seconds.
        var waiting: Task<Void, any Error>?
    }

    private let state = Mutex(State())
    private let clock = ContinuousClock()

    /// Shows that the search has begun. It can take some time, especially with retries.
    func begin() {
        if Console.showsProgress { Console.errorInPlace("\rLooking for photos…") }
        let waiting = Task {
            try await Task.sleep(for: .seconds(4))
            say("The service is slow, or asked for a retry later. Waiting for it.")
        }
        state.withLock { $0.waiting = waiting }
    }

    @Sendable
    func report(_ event: AlbumProgress) {
        state.withLock { state in
            state.waiting?.cancel()
            switch event {
            case .chosen(let count, let alreadyStored):
                state.total = count
                state.done = alreadyStored.count
                if !alreadyStored.isEmpty {
                    say("Resuming: \(alreadyStored.count) of \(count) photos are there already.")
                }
            case .received(let photo, let bytes, let length):
                state.underWay[photo.id] = (bytes, length)
            case .stored(let photo, let duplicate):
                state.done += 1
                state.bytes += photo.bytes
                state.underWay[photo.remote.id] = nil
                if let duplicate { say("\(photo.id) looks like \(duplicate.id). See: postcard album duplicates") }
            case .skipped(let photo, let reason):
                state.underWay[photo.id] = nil
                say("Left out \(photo.title.isEmpty ? photo.id : photo.title): \(reason)")
            }
            draw(&state)
        }
    }

    func end() {
        state.withLock { $0.waiting?.cancel() }
        clear()
    }

    private func say(_ line: String) {
        clear()
        Console.error(line)
    }

    private func clear() {
        if Console.showsProgress { Console.errorInPlace("\r\u{1B}[K") }
    }

    private func draw(_ state: inout State) {
        let now = clock.now
        guard Console.showsProgress, state.lastDrawn.map({ now - $0 > .milliseconds(60) }) ?? true else { return }
        state.lastDrawn = now
        let parts = state.underWay.sorted { $0.key < $1.key }.map { _, part in
            part.of.map { "\(part.bytes * 100 / max(1, $0)) %" } ?? "\(part.bytes >> 10) KiB"
        }
        let received = state.underWay.values.reduce(state.bytes) { $0 + $1.bytes }
        let tenths = received * 10 >> 20
        let all = " \(state.done)/\(state.total) photos  \(tenths / 10).\(tenths % 10) MiB"
        let each = parts.isEmpty ? "" : "  now \(parts.joined(separator: ", "))"
        Console.errorInPlace("\r\((all + each).prefix(Console.width - 1))\u{1B}[K")
    }
}
