import ArgumentParser
import PostcardCore
import PostcardLibrary
import PostcardPhotos

struct PinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Drop, list, rename, move and remove pins.",
        discussion: """
            EXAMPLES
              postcard pin drop 48.8584,2.2945 --name "Eiffel Tower"
              postcard pin drop --search "Tour Eiffel"
              postcard pin list --geojson > pins.geojson
              postcard pin remove "Eiffel Tower"
            """,
        subcommands: [
            PinDropCommand.self, PinListCommand.self, PinEditCommand.self, PinMoveCommand.self, PinRemoveCommand.self,
        ])
}

struct PinEditCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Rename a pin.",
        discussion: """
            EXAMPLE
              postcard pin edit "Eiffel Tower" "La dame de fer"
            """)

    @Argument(help: "The pin's id, id prefix or name.", completion: .pins) var pin: String

    @Argument(help: "The new name; if empty, lists show only the coordinate.") var name: String

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let pin = try library.updatePin(try library.pin(named: pin).id, name: name)
        Console.print("\(pin.id)  \(pin.displayName)")
    }
}

struct PinMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a pin.",
        discussion: """
            Its album keeps the photos of the old place until you replace them with:
            postcard album new-collection

            EXAMPLES
              postcard pin move "Eiffel Tower" 48.8606,2.3376
              postcard pin move Opera -33.8568,151.2153
            """)

    @Argument(help: "The pin's id, id prefix or name.", completion: .pins) var pin: String

    @Argument(help: "The new coordinate, in any notation that pin drop accepts.") var coordinate: String

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let coordinate = try Coordinate(parsing: coordinate)
        let library = try options.open(creates: false)
        let pin = try library.updatePin(try library.pin(named: pin).id, coordinate: coordinate)
        Console.print("\(pin.id)  \(pin.displayName)")
        if try library.album(of: pin.id)?.photos.isEmpty == false {
            Console.error(
                "The album still shows the old place. Replace the photos with: postcard album new-collection \(pin.id)")
        }
    }
}

struct PinRemoveCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a pin and its album.",
        discussion: """
            EXAMPLE
              postcard pin remove "Eiffel Tower"
            """)

    @Argument(help: "The pin's full id, or its name.", completion: .pins) var pin: String

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let pin = try library.pin(named: pin, isExact: true)
        try library.delete(pin.id)
        Console.print("Removed \(pin.id)  \(pin.displayName)")
        Console.error("Restore with: postcard restore \(pin.id)")
    }
}

extension Pin {
    /// The name and coordinate on one line.
    var displayName: String { name.isEmpty ? "\(coordinate)" : "\(name) (\(coordinate))" }
}

struct PinListCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all pins.",
        discussion: """
            EXAMPLES
              postcard pin list
              postcard pin list --json | jq -r '.[].name'
              postcard pin list --geojson > pins.geojson
            """)

    @Flag(help: "Print JSON.") var json = false

    @Flag(help: "Print GeoJSON (RFC 7946), for maps.") var geojson = false

    @OptionGroup var options: LibraryOptions

    func validate() throws { try require(!json || !geojson, "Use --json or --geojson, not both.") }

    func run(in library: Library) throws {
        let pins = try library.pins()
        if json { return try JSONOutput.print(pins) }
        if geojson { return try JSONOutput.print(PinCollection(pins, in: library)) }
        guard !pins.isEmpty else { return Console.error("No pins yet. Drop one: postcard pin drop 48.8584,2.2945") }
        try Table.print(["ID", "COORDINATE", "ALBUM", "NAME"], pins) { pin in
            let album = try library.album(of: pin.id)
            let summary = AlbumListing.summary(try library.state(of: album), photos: album?.photos.count ?? 0)
            return [pin.id.rawValue, "\(pin.coordinate)", summary, pin.name]
        }
        Set<NameKey>(names: pins.compactMap(\.origin?.notice)).sortedNames().forEach(Console.print)
    }
}
