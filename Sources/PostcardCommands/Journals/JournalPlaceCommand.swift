import ArgumentParser
import PostcardLibrary
import PostcardSources

struct JournalPlaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Add a place to a journal, from a coordinate or a pin; or rename one.",
        discussion: """
            EXAMPLES
              postcard journal place "Summer in France" 48.8584,2.2945 \\
                --name "Eiffel Tower"
              postcard journal place "Summer in France" "Eiffel Tower" --date 2024-06-09
              postcard journal place "Summer in France" place-3n8d5r2j7h4x --name Tours
            """)

    @Argument(help: "The journal's id, the beginning of it, or its name.", completion: .journals)
    var journal: String

    @Argument(
        help: "A coordinate, or a pin's id, the beginning of it, or its name; or the id of a place that is there.")
    var place: String

    @Option(name: .long, help: "What to call the place; otherwise the pin's name.")
    var name = ""

    @Option(name: .long, help: "When you came there, such as 2024-06-09 or \"2024-06-09 14:30\"; otherwise now.")
    var date: WallTime?

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        let journal = try library.journal(named: journal)
        let place: JournalPlace
        if self.place.hasPrefix("place-") {
            guard !name.isEmpty || date != nil else {
                throw ValidationError("\(self.place) is there already. Rename it with --name, or change its --date.")
            }
            let id = try library.place(named: self.place, in: journal).id
            place = try library.changePlace(id, name: name.isEmpty ? nil : name, date: date)
        } else if let coordinate = try? Coordinate(parsing: self.place) {
            place = try library.addPlace(to: journal.id, at: coordinate, name: name, date: date)
        } else {
            place = try library.addPlace(to: journal.id, of: pin(in: library), name: name, date: date)
        }
        Console.print("\(place.id)  \(place.displayName)")
    }

    private func pin(in library: Library) throws -> Pin {
        do throws(LibraryError) {
            return try library.pin(named: place)
        } catch {
            guard error.code == .notFound else { throw error }
            throw Failure(
                .missingInput,
                "\"\(place)\" is neither a coordinate such as 48.8584,2.2945 nor a pin. See all pins with: postcard pin list"
            )
        }
    }
}
