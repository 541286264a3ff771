import ArgumentParser
import PostcardSources

struct PlaceHereCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "here",
        abstract: "Say what is where you are.",
        discussion: """
            A computer has no GPS: say where you are with --at, or once for all with the environment variable
            POSTCARD_HERE.

            EXAMPLES
              postcard place here --at 48.8584,2.2945
              POSTCARD_HERE=48.8584,2.2945 postcard place here --json
            """)

    @Option(name: .long, parsing: .unconditional, help: "Where you are. Otherwise POSTCARD_HERE.")
    var at: String?

    @Option(name: .long, help: "How many places at most, 1 to 50; Nominatim knows one address.")
    var limit = 10

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var source: PlaceSourceOptions

    func validate() throws {
        guard 1...50 ~= limit else { throw ValidationError("--limit is \(limit); it goes from 1 to 50.") }
    }

    func run() async throws {
        guard let here = at ?? Environment["POSTCARD_HERE"] else {
            throw Failure(
                .badSettings,
                "A computer has no GPS, so Postcard cannot know where you are. Say it with --at 48.8584,2.2945, or set POSTCARD_HERE."
            )
        }
        try await PlaceListing.printPlaces(at: Coordinate(parsing: here), limit: limit, source: source, asJSON: json)
    }
}
