import ArgumentParser
import PostcardLibrary
import PostcardSources

struct PlaceHereCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "here",
        abstract: "Say what is where you are.",
        discussion: """
            A computer has no GPS: say where you are with --at, or once for all with the
            environment variable POSTCARD_HERE or the setting "here" of your library.

            EXAMPLES
              postcard place here --at 48.8584,2.2945
              POSTCARD_HERE=48.8584,2.2945 postcard place here --json
              postcard settings set here 48.8584,2.2945 && postcard place here
            """)

    @Option(name: .long, parsing: .unconditional, help: "Where you are. Otherwise POSTCARD_HERE, or the setting here.")
    var at: String?

    @Option(name: .long, help: "How many places at most, 1 to 50; Nominatim knows one address.")
    var limit = 10

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var source: PlaceSourceOptions
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        guard 1...50 ~= limit else { throw ValidationError("--limit is \(limit); it goes from 1 to 50.") }
    }

    func run() async throws {
        let said = try (at ?? Environment["POSTCARD_HERE"]).map { try Coordinate(parsing: $0) }
        guard let here = try said ?? options.openIfThere()?.settings().here else {
            throw Failure(
                .badSettings,
                "A computer has no GPS, so Postcard cannot know where you are. Say it with --at 48.8584,2.2945, set POSTCARD_HERE, or once for all: postcard settings set here 48.8584,2.2945"
            )
        }
        try await PlaceListing.printPlaces(at: here, limit: limit, source: source, asJSON: json)
    }
}
