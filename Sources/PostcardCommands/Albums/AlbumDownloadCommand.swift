import ArgumentParser
import PostcardLibrary
import PostcardPhotos
import PostcardSources

/// A command that shows a pin's album, and downloads its photos if needed.
protocol AlbumDownloadCommand: AsyncParsableCommand {
    /// True if new photos replace those of a ready album.
    static var replacesPhotos: Bool { get }

    var options: AlbumDownloadOptions { get }
}

extension AlbumDownloadCommand {
    func run() async throws {
        let (options, display) = (options, AlbumProgressDisplay())
        let library = try options.libraryOptions.open(creates: false, limits: options.limitOptions.limits)
        let pin = try library.pin(named: options.pin)
        // Showing a ready album needs no source, no API key and no write access to the library.
        @Sendable func source() throws -> any PhotoSource {
            let name = try options.sourceOptions.source ?? library.settings().source
            let source = try options.sourceOptions.providers.photoSource(named: name)
            display.begin()
            return source
        }
        let (album, existed) = try await withInterruption {
            defer { display.end() }
            guard Self.replacesPhotos else {
                return try await library.downloadAlbum(
                    of: pin, from: source(), request: options.request, report: display.show)
            }
            let album = try await library.downloadOtherPhotos(
                of: pin, from: source(), request: options.request, report: display.show)
            return (album, false)
        }
        if existed { try checkUnusedOptions(pin) }
        try require(
            album.state == .ready, .missingInput,
            "No photos were found within \(Int(options.request.radius)) m. Try a larger --radius, fewer conditions, or another --source."
        )
        let listing = try AlbumListing(of: pin, album, in: library)
        if options.json { try JSONOutput.print(listing) } else { listing.printTable() }
    }

    /// Prints a hint if photo options were set, because these options have no effect on an existing album. Throws an error for a folder
    /// that can't be a source.
    private func checkUnusedOptions(_ pin: Pin) throws {
        let source = options.sourceOptions.source
        if source?.hasPrefix("folder:") == true { _ = try options.sourceOptions.providers.photoSource(named: source) }
        if options.request != AlbumRequest() || source != nil {
            Console.error("The album already exists. To replace its photos: postcard album new-collection \(pin.id)")
        }
    }
}
