import ArgumentParser
import PostcardLibrary
import PostcardSources

struct PinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Mark places and list them.",
        discussion: """
            EXAMPLES
              postcard pin drop 48.8584,2.2945 --name "Eiffel Tower"
              postcard pin list
              postcard pin delete "Eiffel Tower"
            """,
        subcommands: [Drop.self, List.self, Delete.self])

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Mark a place.",
            discussion: """
                A coordinate is latitude and longitude in degrees, north and east positive. One that begins with a minus
                goes behind two hyphens.

                EXAMPLES
                  postcard pin drop 48.8584,2.2945 --name "Eiffel Tower"
                  postcard pin drop --name "Sydney Opera House" -- -33.8568,151.2153
                """)

        @Argument(help: "Latitude and longitude, for example 48.8584,2.2945.")
        var coordinate: String

        @Option(name: .long, help: "What to call the place.")
        var name = ""

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let coordinate = try Coordinate(parsing: coordinate)
            let pin = try options.open(creates: true).dropPin(at: coordinate, name: name)
            Console.print("\(pin.id)  \(pin.displayName)")
            Console.error("Get photos of this place with: postcard album open \(pin.id)")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all pins.",
            discussion: """
                EXAMPLES
                  postcard pin list
                  postcard pin list --json | jq -r '.[].name'
                """)

        @Flag(name: .long, help: "Print JSON.")
        var json = false

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let library = try options.open(creates: false)
            let pins = try library.pins()
            if json { return try JSONOutput.print(pins) }
            guard !pins.isEmpty else { return Console.error("No pins yet. Drop one: postcard pin drop 48.8584,2.2945") }
            var table = Table(["ID", "COORDINATE", "ALBUM", "NAME"])
            for pin in pins {
                let album = try library.album(of: pin.id)
                table.add([pin.id, "\(pin.coordinate)", try library.summary(of: album, pin: pin), pin.name])
            }
            table.lines.forEach(Console.print)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a pin with its album.",
            discussion: """
                EXAMPLE
                  postcard pin delete "Eiffel Tower"
                """)

        @Argument(help: "The pin's id, the beginning of it, or its name.")
        var pin: String

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let library = try options.open(creates: false)
            let pin = try library.pin(named: pin)
            try library.deletePin(pin.id)
            Console.print("Deleted \(pin.id)  \(pin.displayName)")
        }
    }
}

extension Pin {
    /// Name and place on one line.
    var displayName: String {
        name.isEmpty ? "\(coordinate)" : "\(name) (\(coordinate))"
    }
}

extension Library {
    /// The state of an album in a few words.
    func summary(of album: Album?, pin: Pin) throws -> String {
        guard let album else { return "none" }
        switch album.state {
        case .empty: return "empty"
        case .downloading: return try isDownloading(pin.id) ? "downloading" : "interrupted"
        case .ready: return "\(album.photos.count) photos"
        case .noneFound: return "no photos found"
        case .failed: return "failed"
        }
    }
}
