import ArgumentParser
import PostcardCore
import PostcardLibrary
import PostcardPhotos

struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Keep journals of places, notes, photos and videos.",
        discussion: """
            EXAMPLES
              postcard journal add "Summer in France"
              postcard journal place "Summer in France" 48.8584,2.2945 \\
                --name "Eiffel Tower"
              postcard journal add "Summer in France" tower.jpg lights.mp4 \\
                --place "Eiffel Tower"
              postcard note add "Summer in France" --place "Eiffel Tower" \\
                --text "Four hundred steps."
              postcard journal show "Summer in France"
              postcard share "Summer in France" --to france.html
            """,
        subcommands: [
            JournalAddCommand.self, List.self, JournalShowCommand.self, Edit.self, JournalPlaceCommand.self,
            Remove.self,
        ])

    struct List: LibraryBasedCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all journals by date.",
            discussion: """
                EXAMPLES
                  postcard journal list
                  postcard journal list --json | jq -r '.[].name'
                """)

        @Flag(help: "Print JSON.") var json = false

        @OptionGroup var options: LibraryOptions

        func run(in library: Library) throws {
            let journals = try library.journalContents()
            if json { return try JSONOutput.print(journals.map(\.journal)) }
            guard !journals.isEmpty else {
                return Console.error("No journals yet. Create one: postcard journal add \"Summer in France\"")
            }
            Table.print(["ID", "PLACES", "NOTES", "ENTRIES", "NAME"], journals) { contents in
                let notes = contents.stops.reduce(0) { $0 + $1.notes.count }
                let entries = contents.stops.reduce(0) { $0 + $1.entries.count }
                return [
                    contents.id.rawValue, "\(contents.places.count)", "\(notes)", "\(entries)", contents.journal.name,
                ]
            }
        }
    }

    struct Edit: LibraryBasedCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Rename a journal.",
            discussion: """
                EXAMPLE
                  postcard journal edit "Summer in France" "France 2024"
                """)

        @Argument(help: "The journal's id, id prefix or name.", completion: .journals)
        var journal: String

        @Argument(help: "The new name.") var name: String

        @OptionGroup var options: LibraryOptions

        func run(in library: Library) throws {
            let id = try library.journal(named: journal).id
            try library.requireUnusedName(name, except: id)
            let journal = try library.updateJournal(id, name: name)
            Console.print("\(journal.id)  \(journal.name)")
        }
    }

    struct Remove: LibraryBasedCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove journals with their places, notes and entries.",
            discussion: """
                They can be restored until the library is compacted.

                EXAMPLE
                  postcard journal remove "Summer in France"
                """)

        @Argument(help: "Full journal ids, or names.", completion: .journals) var journals: [String]

        @OptionGroup var options: LibraryOptions

        func run(in library: Library) throws {
            try library.deleteAndReport(journals.map { try library.journal(named: $0, isExact: true).id.rawValue })
        }
    }
}

extension Library {
    /// Checks that no other journal has this name, because commands could not distinguish journals with the same name.
    func requireUnusedName(_ name: String, except id: Journal.ID? = nil) throws {
        let wanted = name.trimmed.lowercased()
        guard let other = try journals().first(where: { $0.name.lowercased() == wanted && $0.id != id }) else { return }
        throw Failure(
            .cannotCreate,
            "The journal \"\(other.name)\" already exists: \(other.id). Choose another name, or specify pictures to add to that journal."
        )
    }
}

struct JournalShowCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the places, notes and entries of a journal.",
        discussion: """
            EXAMPLES
              postcard journal show "Summer in France"
              postcard journal show "Summer in France" --json | jq -r '.stops[].place.name'
            """)

    @Argument(help: "The journal's id, id prefix or name.", completion: .journals) var journal: String

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let contents = try library.contents(of: library.journal(named: journal))
        if json {
            return try JSONOutput.print(JournalListing(contents) { EntryListing(entry: $0, library: library) })
        }
        Console.print("\(contents.journal.name)  \(contents.journal.id)")
        if contents.stops.isEmpty {
            Console.error(
                "The journal is empty. Add a place: postcard journal place \(contents.journal.id) 48.8584,2.2945")
        }
        for stop in contents.stops { printStop(stop) }
    }

    private func printStop(_ stop: JournalContents.Stop) {
        Console.print("")
        if let place = stop.place {
            let coordinate = place.name.isEmpty ? "" : " (\(place.coordinate))"
            Console.print("\(place.date.day)  \(place.displayName)\(coordinate)  \(place.id)")
        } else {
            Console.print("Without a place")
        }
        for item in stop.items {
            switch item {
            case .entry(let entry): Console.print("  \(entry.date.minute)  \(entry.id)  \(entry.summary)")
            case .note(let note):
                Console.print("  \(note.date.minute)  \(note.id)")
                for line in note.text.split(separator: "\n", omittingEmptySubsequences: false) {
                    Console.print("    \(line)")
                }
            }
        }
    }
}

struct JournalPlaceCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Add a place (a coordinate or pin) to a journal, or rename a place.",
        discussion: """
            EXAMPLES
              postcard journal place "Summer in France" 48.8584,2.2945 \\
                --name "Eiffel Tower"
              postcard journal place "Summer in France" "Eiffel Tower" --date 2024-06-09
              postcard journal place "Summer in France" place-3n8d5r2j7h4x --name Tours
            """)

    @Argument(help: "The journal's id, id prefix or name.", completion: .journals) var journal: String

    @Argument(
        help: "A coordinate; a pin's id, id prefix or name; or the id of an existing place.")
    var place: String

    @Option(help: "The name of the place. (default: the pin's name)") var name = ""

    @Option(help: "When you arrived, such as 2024-06-09 14:30. (default: when your first photo there was taken)")
    var date: WallTime?

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let journal = try library.journal(named: journal)
        let place: JournalPlace
        if self.place.hasPrefix("place-") {
            try require(
                !name.isEmpty || date != nil,
                "\(self.place) already exists. Rename it with --name, or change its date with --date.")
            let id = try library.place(named: self.place, in: journal).id
            place = try library.updatePlace(id, name: name.isEmpty ? nil : name, date: date)
        } else if let coordinate = try? Coordinate(parsing: self.place),
            let existing = try library.contents(of: journal).places.first(where: {
                $0.coordinate == coordinate && $0.name == name
            })
        {
            place = existing
            Console.error("This place already exists.")
        } else if let coordinate = try? Coordinate(parsing: self.place) {
            place = try library.addPlace(to: journal.id, at: coordinate, name: name, date: date)
        } else {
            place = try library.addPlace(to: journal.id, of: pin(in: library), name: name, date: date)
        }
        Console.print("\(place.id)  \(place.displayName)")
    }

    private func pin(in library: Library) throws -> Pin {
        do {
            return try library.pin(named: place)
        } catch let error as LibraryError where error.code == .notFound {
            throw Failure(
                .missingInput,
                "\"\(place)\" is neither a coordinate such as 48.8584,2.2945 nor a pin. See all pins with: postcard pin list"
            )
        }
    }
}
