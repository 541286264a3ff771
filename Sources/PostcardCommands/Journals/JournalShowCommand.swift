import ArgumentParser
import PostcardLibrary

struct JournalShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a journal: its places, notes and entries by date.",
        discussion: """
            EXAMPLES
              postcard journal show "Summer in France"
              postcard journal show "Summer in France" --json | jq -r '.stops[].place.name'
            """)

    @Argument(help: "The journal's id, the beginning of it, or its name.", completion: .journals)
    var journal: String

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        let contents = try library.contents(of: library.journal(named: journal))
        if json {
            return try JSONOutput.print(JournalListing(contents) { EntryListing(entry: $0, library: library) })
        }
        Console.print("\(contents.journal.name)  \(contents.journal.id)")
        if contents.stops.isEmpty {
            Console.error(
                "Nothing in it yet. Add a place: postcard journal place \(contents.journal.id) 48.8584,2.2945")
        }
        for stop in contents.stops { printStop(stop) }
    }

    private func printStop(_ stop: JournalContents.Stop) {
        Console.print("")
        if let place = stop.place {
            let coordinate = place.name.isEmpty ? "" : " (\(place.coordinate))"
            Console.print("\((stop.date ?? place.date).day)  \(place.displayName)\(coordinate)  \(place.id)")
        } else {
            Console.print("At no place")
        }
        for note in stop.notes {
            Console.print("  \(note.date.minute)  \(note.id)")
            for line in note.text.split(separator: "\n", omittingEmptySubsequences: false) {
                Console.print("    \(line)")
            }
        }
        for entry in stop.entries { Console.print("  \(entry.date.minute)  \(entry.id)  \(entry.summary)") }
    }
}
