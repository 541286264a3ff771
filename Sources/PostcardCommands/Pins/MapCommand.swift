import ArgumentParser
import PostcardLibrary
import PostcardPhotos

struct MapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Show or change the map's view.",
        discussion: """
            EXAMPLES
              postcard map show
              postcard map set 48.8584,2.2945 --span 0.05
            """,
        subcommands: [Show.self, Set.self])

    struct Show: LibraryBasedCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the map's view and the pins in it.",
            discussion: """
                Until you set a view, the map shows all pins.

                EXAMPLES
                  postcard map show
                  postcard map show --json | jq .center
                """)

        @Flag(help: "Print JSON.") var json = false

        @OptionGroup var options: LibraryOptions

        func run(in library: Library) throws {
            guard let view = try library.mapView() else {
                throw Failure(
                    .missingInput, "The map has no pins yet. Drop one: postcard pin drop 48.8584,2.2945")
            }
            if json { return try JSONOutput.print(view) }
            view.printLines()
            let pins = try library.pins()
            let seen = pins.filter { view.shows($0.coordinate) }
            Console.print("\(seen.count) of \(pins.count.counting("pin")) in view")
            for pin in seen { Console.print("  \(pin.id)  \(pin.displayName)") }
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change the map's view.",
            discussion: """
                EXAMPLES
                  postcard map set 48.8584,2.2945 --span 0.05
                  postcard map set 48.8584,2.2945 --span 0.05,0.08
                  postcard map set --span 0.2
                  postcard map set --pins
                """)

        @Argument(help: "The center, in any notation that pin drop accepts.") var center: String?

        @Option(help: "The degrees from edge to edge: latitude, or latitude,longitude. (default: unchanged)")
        var span: String?

        @Flag(help: "Show all pins again.") var pins = false

        @OptionGroup var options: LibraryOptions

        func validate() throws {
            try require((center != nil || span != nil) != pins, "Specify a coordinate, --span, or --pins.")
            _ = try spans()
        }

        func run() throws {
            let center = try center.map { try Coordinate(parsing: $0) }
            let library = try options.open(creates: true)
            if !pins {
                let spans = try spans()
                _ = try library.changeMapView(
                    center: center, latitudeSpan: spans?.latitude, longitudeSpan: spans?.longitude)
            } else {
                try library.resetMapView()
            }
            try library.mapView()?.printLines()
        }

        private func spans() throws -> (latitude: Double, longitude: Double)? {
            guard let span else { return nil }
            let numbers = span.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
            guard let latitude = numbers.first, let longitude = numbers.last, numbers.count <= 2,
                latitude > 0, latitude <= 180, longitude > 0, longitude <= 360
            else {
                throw ValidationError(
                    "--span is \(span); use degrees up to 180,360, such as 0.05 or 0.05,0.08.")
            }
            return (latitude, longitude)
        }
    }
}

extension MapView {
    fileprivate func printLines() {
        Console.print("center  \(center)")
        let spans = [latitudeSpan, longitudeSpan].map { ($0 * 1e4).rounded() / 1e4 }
        Console.print("span    \(spans[0]) x \(spans[1]) degrees")
    }
}
