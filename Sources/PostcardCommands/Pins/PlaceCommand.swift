import ArgumentParser
import PostcardLibrary
import PostcardPhotos

struct PlaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Search for places, and show the place at a coordinate.",
        discussion: """
            Searches use Foursquare if FOURSQUARE_API_KEY is set (a key of the current API,
            or of version 3, which starts with fsq3), otherwise Nominatim, the free
            geocoder of OpenStreetMap. Nominatim allows one request per second and no bulk
            requests. Its responses are kept for 30 days in your cache folder
            (XDG_CACHE_HOME), so that no request is sent twice.

            \(PlaceSourceOptions.notices)

            EXAMPLES
              postcard place search "coffee" --near 48.86,2.29
              postcard place reverse 48.8584,2.2945
            """,
        subcommands: [PlaceSearchCommand.self, PlaceReverseCommand.self])
}

struct PlaceSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find places by name, address or kind.",
        discussion: """
            EXAMPLES
              postcard place search "Tour Eiffel"
              postcard place search coffee --near 48.86,2.29 --radius 1000 --limit 5
              postcard place search harbour --near 50.71,-1.98 --json | jq \\
                -r '.places[0].name'
            """)

    @Argument(help: "The words to search for.") var text: String

    @Option(parsing: .unconditional, help: "A coordinate to search around; required by Foursquare.") var near: String?

    @Option(help: "The search radius in meters, 1 to 100000.") var radius: Double = 22_000

    @Option(help: "The maximum number of places, 1 to 50.") var limit = 10

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var source: PlaceSourceOptions

    func validate() throws {
        try require("--limit", limit, in: 1...50)
        try require(1...100_000 ~= radius, "--radius is \(radius); it must be between 1 and 100000 meters.")
    }

    func run() async throws {
        let center = try near.map { try Coordinate(parsing: $0) }
        let query = PlaceQuery(text: text, center: center, radius: radius, limit: limit)
        let listing = try await source.query(needsCenter: true, center: center) { source in
            PlaceListing(
                try await source.places(matching: query), from: center, source: source.name, notice: source.notice)
        }
        try listing.print(asJSON: json, none: "No place was found for \"\(text)\". Try other words or another --near.")
    }
}

struct PlaceReverseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse", abstract: "Show the address or the places at a coordinate.",
        discussion: """
            EXAMPLES
              postcard place reverse 48.8584,2.2945
              postcard place reverse -33.8568,151.2153 --json
            """)

    @Argument(help: "The coordinate, in any notation that pin drop accepts.") var coordinate: String

    @Option(help: "The maximum number of places, 1 to 50; Nominatim returns one address.") var limit = 10

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var source: PlaceSourceOptions

    func validate() throws { try require("--limit", limit, in: 1...50) }

    func run() async throws {
        let coordinate = try Coordinate(parsing: coordinate)
        let limit = limit
        let listing = try await source.query(center: coordinate) { source in
            PlaceListing(
                try await source.places(at: coordinate, limit: limit), from: coordinate, source: source.name,
                notice: source.notice)
        }
        try listing.print(asJSON: json, none: "No place was found at \(coordinate).")
    }
}

extension PlaceListing {
    /// Prints the places. `none` is the message for an empty list.
    func print(asJSON: Bool, none: String) throws {
        if asJSON { return try JSONOutput.print(self) }
        try require(!places.isEmpty, .missingInput, none)
        Table.print(["NAME", "COORDINATE", "METERS", "KIND", "ADDRESS"], places) { entry in
            let place = entry.place
            let distance = entry.distance.map { "\($0)" } ?? ""
            return [place.name, "\(place.coordinate)", distance, place.categories.first ?? "", place.address]
        }
        Console.print(notice)
    }
}
