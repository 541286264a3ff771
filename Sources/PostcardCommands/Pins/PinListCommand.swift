import ArgumentParser
import PostcardLibrary

struct PinListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List all pins.",
        discussion: """
            EXAMPLES
              postcard pin list
              postcard pin list --json | jq -r '.[].name'
              postcard pin list --geojson > pins.geojson
            """)

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @Flag(name: .long, help: "Print GeoJSON (RFC 7946), for maps.")
    var geojson = false

    @OptionGroup var options: LibraryOptions

    func validate() throws {
        guard !json || !geojson else { throw ValidationError("Print --json or --geojson, not both.") }
    }

    func run() throws {
        let library = try options.open(creates: false)
        let pins = try library.pins()
        if json { return try JSONOutput.print(pins) }
        if geojson { return try JSONOutput.print(PinCollection(pins, in: library)) }
        guard !pins.isEmpty else { return Console.error("No pins yet. Drop one: postcard pin drop 48.8584,2.2945") }
        var table = Table(["ID", "COORDINATE", "ALBUM", "NAME"])
        for pin in pins {
            let album = try library.album(of: pin.id)
            let summary = AlbumListing.summary(try library.state(of: album), photos: album?.photos.count ?? 0)
            table.add([pin.id, "\(pin.coordinate)", summary, pin.name])
        }
        table.lines.forEach(Console.print)
        Set(pins.compactMap(\.origin?.notice)).sorted().forEach(Console.print)
    }
}
