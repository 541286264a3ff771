import ArgumentParser
import PostcardLibrary

struct EntryAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an entry: text with one or more pictures or videos.",
        discussion: """
            The text comes from --text, from standard input, or from your editor ($VISUAL,
            $EDITOR). An entry needs both text and pictures or videos.

            EXAMPLES
              postcard entry add tower.jpg --text "Above the city"
              postcard entry add tower.jpg night.jpg lights.mp4 \\
                --journal "Summer in France" --place "Eiffel Tower"
              postcard entry add photo-7k3x9w2mq4ta \\
                --text "What we would have seen without the fog"
            """)

    @Argument(help: EntryInput.help, completion: .file()) var pictures: [String]

    @Option(help: "The text; use - to read standard input.") var text: String?

    @Option(help: "The journal for the entry: its id, id prefix or name.", completion: .journals)
    var journal: String?

    @Option(
        help: "A place in the journal. (default: the nearest place within a kilometer of the first picture)",
        completion: .places)
    var place: String?

    @Option(help: "The date, such as 2024-06-09. (default: when the pictures were taken)") var date: WallTime?

    @Flag(help: "Print the entry as JSON.") var json = false

    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var options: LibraryOptions

    func validate() throws { try require(place == nil || journal != nil, "--place needs --journal.") }

    func run() async throws {
        let library = try options.open(creates: true, limits: limitOptions.limits)
        let journal = try self.journal.map { try library.journal(named: $0) }
        let place = try journal.flatMap { journal in
            try self.place.map { try library.place(named: $0, in: journal).id }
        }
        let names = try library.journals().map(\.name)
        if let name = pictures.first(where: { !MemeSource.isExistingPath($0) && names.contains($0) }) {
            throw Failure(
                .missingInput, "File not found: \(name). To use the journal instead: --journal \(Shell.quoted(name))"
            )
        }
        let inputs = try pictures.flatMap { try EntryInput.resolve($0, in: library) }
        let date = date
        let sources = try await EntryInput.load(inputs, into: library, storesNow: TextInput.opensEditor(for: text))
        let entry = try await TextInput(text, takesInput: !pictures.contains("-")).save { text in
            try await withInterruption {
                try await library.addEntry(
                    text: text, media: sources, to: journal?.id, at: place, findsPlace: true, date: date)
            }
        }
        if json {
            try JSONOutput.print(EntryListing(entry: entry, library: library))
        } else {
            Console.print("\(entry.id)  \(entry.date.minute)  \(entry.summary)")
        }
        if date == nil {
            var dates = DateOrigins()
            dates.count(entry)
            dates.report()
        }
        entry.printUnknownProperties()
    }
}
