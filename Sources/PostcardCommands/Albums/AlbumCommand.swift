import ArgumentParser
import PostcardImaging
import PostcardLibrary

struct AlbumCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album", abstract: "Get, list, replace and remove photos near a pin.",
        discussion: """
            Photos come from Flickr if FLICKR_API_KEY is set, otherwise from Wikimedia
            Commons. With --source, they come from a folder of geotagged photos, or from
            your Immich server (IMMICH_URL, IMMICH_API_KEY). Each keeps its title, owner,
            license, date, location and page, so that you can credit it.

            The state of an album is empty, downloading, interrupted, ready, none-found or
            failed.

            \(SourceOptions.notices)

            EXAMPLES
              postcard album open "Eiffel Tower"
              postcard album open "Eiffel Tower" --license derivatives --since 2020-01-01
              postcard album open "Eiffel Tower" --source folder:/home/me/Pictures
              postcard album list "Eiffel Tower"
              postcard album new-collection "Eiffel Tower"
              postcard album add "Eiffel Tower" IMG_0042.jpg
              postcard album remove "Eiffel Tower" photo-7k3x9w2mq4ta
            """,
        subcommands: [
            AlbumOpenCommand.self, AlbumListCommand.self, AlbumNewCollectionCommand.self, AlbumAddCommand.self,
            AlbumRemoveCommand.self, AlbumDuplicatesCommand.self,
        ])
}

struct AlbumListCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the photos of a pin's album, or all albums.",
        discussion: """
            EXAMPLES
              postcard album list
              postcard album list "Eiffel Tower"
              postcard album list "Eiffel Tower" --json | jq -r '.photos[].page'
            """)

    @Argument(help: "The pin's id, id prefix or name. (default: all albums)", completion: .pins)
    var pin: String?

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let pins = try pin.map { [try library.pin(named: $0)] } ?? library.pins()
        let listings = try pins.map { try AlbumListing(of: $0, library.album(of: $0.id), in: library) }
        if json {
            if pin != nil, let listing = listings.first { return try JSONOutput.print(listing) }
            return try JSONOutput.print(listings)
        }
        if listings.isEmpty { Console.error("No pins yet. Drop one: postcard pin drop 48.8584,2.2945") }
        for listing in listings { listing.printTable() }
    }
}

struct AlbumAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add your own photos to an album.",
        discussion: """
            They are added after the existing photos, and a new collection keeps them. Files
            that the album already has are not added again. Unreadable files are reported
            and skipped.

            EXAMPLES
              postcard album add "Eiffel Tower" IMG_0042.jpg IMG_0043.heic
            """)

    @Argument(help: "The pin's id, id prefix or name.", completion: .pins) var pin: String

    @Argument(help: "Files, folders, http, https and s3 URLs, or - for standard input.", completion: .file())
    var pictures: [String]

    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let library = try options.open(creates: false, limits: limitOptions.limits)
        let pin = try library.pin(named: pin)
        let pictures = pictures
        let (failures, count) = try await withInterruption {
            try await EntryInput.forEach(of: pictures, in: library) { input in
                for photo in try await library.addPhotos([input.load(library.limits.bytes)], to: pin.id) {
                    Console.print("\(photo.id)  \(photo.credit)")
                }
            }
        }
        try EntryInput.check(failures, of: count)
    }
}

struct AlbumRemoveCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove photos from an album.",
        discussion: """
            A new collection does not bring removed photos back. They can be restored until
            the library is compacted.

            EXAMPLES
              postcard album remove "Eiffel Tower" 3 5
              postcard album remove "Eiffel Tower" photo-7k3x9w2mq4ta photo-0c5m1s8d2f6h
            """)

    @Argument(help: "The pin's id, id prefix or name.", completion: .pins) var pin: String

    @Argument(help: "Full photo ids, or the photos' numbers in the album.", completion: .photos) var photos: [String]

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let pin = try library.pin(named: pin)
        let shown = try library.album(of: pin.id)?.photos ?? []
        let ids = try photos.map { text in
            guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
                return try library.photo(named: text, isExact: true).id
            }
            guard let number = Int(text), shown.indices.contains(number - 1) else {
                throw Failure(
                    .missingInput, "Photo not found: \(text). The album has \(shown.count.counting("photo"))."
                )
            }
            return shown[number - 1]
        }
        let album = try library.deletePhotos(ids, of: pin.id)
        Console.print("Removed \(ids.count.counting("photo")). The album has \(album.photos.count.counting("photo")).")
        Console.error("Restore with: postcard restore \(ids.map(\.rawValue).joined(separator: " "))")
    }
}

struct AlbumDuplicatesCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates", abstract: "List similar photos in one album or all albums.",
        discussion: """
            Identical files are stored only once. The command compares how photos look, and
            finds the same view in another size, recompressed or slightly edited. It groups
            photos whose 64-bit difference hashes differ by at most
            \(PictureFingerprint.nearDistance) bits.

            EXAMPLES
              postcard album duplicates
              postcard album duplicates "Eiffel Tower" --json
            """)

    @Argument(help: "The pin's id, id prefix or name. (default: all albums)", completion: .pins)
    var pin: String?

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let pin = try pin.map { try library.pin(named: $0) }
        let groups = try library.duplicates(of: pin?.id)
        if json { return try JSONOutput.print(groups) }
        guard !groups.isEmpty else { return Console.error("No similar photos.") }
        let rows = groups.enumerated().flatMap { index, group in group.map { (index + 1, $0) } }
        Table.print(["GROUP", "ID", "PIN", "PIXELS", "CREDIT"], rows) { number, photo in
            ["\(number)", photo.id.rawValue, photo.album.rawValue, "\(photo.width)x\(photo.height)", photo.credit]
        }
    }
}

extension AlbumListing {
    /// Lists a pin and its album, with file paths. Creates missing smaller versions of the photos.
    init(of pin: Pin, _ album: Album?, in library: Library) throws {
        try self.init(of: pin, album, in: library) { photo in
            PhotoListing.Files(
                file: "\(library.blobs.path(of: photo.blob))",
                thumbnail: "\(try library.rendition(.thumbnail, of: photo.blob))",
                peek: "\(try library.rendition(.peek, of: photo.blob))")
        }
    }

    func printTable() {
        Console.print("\(pin.displayName): \(summary)")
        if let problem { Console.print("The last download failed: \(problem)") }
        guard !photos.isEmpty else { return }
        Table.print(["#", "ID", "PIXELS", "CREDIT"], photos) { entry in
            let photo = entry.photo
            return [
                entry.number.map(String.init) ?? "", photo.id.rawValue, "\(photo.width)x\(photo.height)", photo.credit,
            ]
        }
        if let notice { Console.print(notice) }
    }
}
