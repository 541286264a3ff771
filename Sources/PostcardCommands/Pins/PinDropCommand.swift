import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import PostcardSources

struct PinDropCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Drop a pin at a coordinate, a search result, or the position of a photo.",
        discussion: """
            A coordinate is latitude and longitude in decimal degrees or degrees, minutes
            and seconds, a geo: URI, or a link to Google Maps, OpenStreetMap or Apple Maps.

            A search uses Foursquare if FOURSQUARE_API_KEY is set, otherwise Nominatim, and
            takes the best match. To see all matches, use postcard place search.
            \(PlaceSourceOptions.notices)

            EXAMPLES
              postcard pin drop 48.8584,2.2945 --name "Eiffel Tower"
              postcard pin drop "48°51'30.2\\"N 2°17'40.2\\"E"
              postcard pin drop "geo:48.8584,2.2945"
              postcard pin drop --search "Tour Eiffel"
              postcard pin drop --search coffee --near 48.8584,2.2945
              postcard pin drop --photo IMG_0042.jpg
              postcard pin drop -33.8568,151.2153 --name "Sydney Opera House"
            """)

    @Argument(
        help: ArgumentHelp("Latitude and longitude, for example 48.8584,2.2945.", valueName: "coordinate"))
    var words: [String] = []

    @Option(help: "The place to search for.") var search: String?

    @Option(parsing: .unconditional, help: "A coordinate to search around.") var near: String?

    @Option(help: "A picture file or URL with a GPS position.", completion: .file()) var photo: String?

    @Option(help: "The name of the pin. (default: the name of the search result or photo)") var name: String?

    @Flag(help: "Print the pin as JSON.") var json = false

    @OptionGroup var source: PlaceSourceOptions
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        try require(
            [words.first, search, photo].compactMap({ $0 }).count == 1,
            "Specify one of these: a coordinate, --search WORDS or --photo FILE.")
        try require(near == nil || search != nil, "--near needs --search.")
    }

    func run() async throws {
        if let search { return try await drop(found: search) }
        if let photo { return try await drop(photo: photo) }
        // A coordinate copied from a map, such as 48.8584, 2.2945, is two arguments if it has no quotation marks.
        let text = words.joined(separator: " ")
        let place: Coordinate
        do throws(CoordinateError) {
            place = try Coordinate(parsing: text)
        } catch {
            // Text with digits is treated as an invalid coordinate. Other text might be the name of a place.
            let isName = !text.contains { $0.isNumber || $0 == ":" }
            throw Failure(
                .usage,
                isName
                    ? "\(error.message) To search for a place: postcard pin drop --search \"\(text)\"" : error.message
            )
        }
        try drop(at: place, named: Self.name(inLink: text) ?? "")
    }

    /// The maximum distance in meters at which pins with the same name are treated as one pin.
    private static let radius = 50.0

    /// Returns the name of the place in a Google Maps link; `nil` for other strings, and if the name is a coordinate.
    private static func name(inLink text: String) -> String? {
        guard let match = text.firstMatch(of: #//maps/place/([^/?]+)/#),
            let name = PercentEncoding.decode(match.1.map { $0 == "+" ? " " : String($0) }.joined())
        else { return nil }
        return name.isEmpty || (try? Coordinate(parsing: name)) != nil ? nil : name
    }

    private func drop(found text: String) async throws {
        let center = try near.map { try Coordinate(parsing: $0) }
        let (places, notice) = try await source.query(needsCenter: true, center: center) { source in
            (try await source.places(matching: PlaceQuery(text: text, center: center, limit: 1)), source.notice)
        }
        guard let place = places.first else {
            throw Failure(.missingInput, "No place was found for \"\(text)\". Try other words or another --near.")
        }
        try drop(at: place.coordinate, named: place.name, origin: Pin.Origin(place, notice: notice))
        if !place.address.isEmpty { Console.error(place.address) }
        Console.error(notice)
    }

    private func drop(photo path: String) async throws {
        let bytes = try await PictureInput.picture(named: path, limits: .environment)
        guard let metadata = PhotoMetadata(readingHead: bytes) else {
            throw Failure(.badData, "\(path) is not a picture that Postcard can read.")
        }
        guard let coordinate = metadata.coordinate else {
            throw Failure(.badData, "\(path) has no GPS position. Give a coordinate: postcard pin drop 48.8584,2.2945")
        }
        try drop(at: coordinate, named: metadata.title ?? "", isFromPhoto: true)
    }

    private func drop(
        at coordinate: Coordinate, named found: String, origin: Pin.Origin? = nil, isFromPhoto: Bool = false
    ) throws {
        let library = try options.open(creates: true)
        let name = name ?? found
        // Commands could not distinguish two pins with the same name.
        let existing = try library.pins(within: Self.radius, of: coordinate).first {
            $0.name == name && (!name.isEmpty || $0.coordinate == coordinate)
        }
        if let existing {
            try show(existing)
            return Console.error("This pin already exists.")
        }
        let pin = try library.addPin(at: coordinate, name: name, origin: origin, isFromPhoto: isFromPhoto)
        try show(pin)
        Console.error("Get photos of this place with: postcard album open \(pin.id)")
    }

    private func show(_ pin: Pin) throws {
        if json { try JSONOutput.print(pin) } else { Console.print("\(pin.id)  \(pin.displayName)") }
    }
}
