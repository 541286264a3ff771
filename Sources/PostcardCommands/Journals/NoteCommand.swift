import ArgumentParser
import PostcardLibrary

struct NoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Write notes in a journal, and show earlier versions.",
        discussion: """
            The text comes from --text, from standard input, or from your editor ($VISUAL,
            $EDITOR). If the editor fails or changes nothing, nothing is written. If your
            text can't be saved, it is kept in a file.

            EXAMPLES
              postcard note add "Summer in France" \\
                --text "Four hundred steps, and every one of them worth it."
              postcard note add "Summer in France" --place "Eiffel Tower"
              postcard note edit note-7k3x9w2mq4ta
              postcard note history note-7k3x9w2mq4ta
            """,
        subcommands: [Add.self, List.self, Edit.self, History.self, Remove.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a note to a journal.",
            discussion: """
                EXAMPLES
                  postcard note add "Summer in France" --place "Eiffel Tower"
                  fortune | postcard note add "Summer in France"
                """)

        @Argument(help: "The journal's id, id prefix or name.", completion: .journals)
        var journal: String

        @Option(help: "A place in the journal: its id, id prefix or name.", completion: .places)
        var place: String?

        @Option(help: "The text; use - to read standard input.") var text: String?

        @Option(help: "The date of the note, such as 2024-06-09 or 2024-06-09 14:30. (default: now)") var date:
            WallTime?

        @Flag(help: "Print the note as JSON.") var json = false

        @OptionGroup var options: LibraryOptions

        func run() async throws {
            let library = try options.open(creates: false)
            let journal = try library.journal(named: journal)
            let place = try place.map { try library.place(named: $0, in: journal).id }
            let note = try await TextInput(text).save { text in
                try library.addNote(text, to: journal.id, at: place, date: date)
            }
            if json { return try JSONOutput.print(note) }
            Console.print("\(note.id)  \(note.text.firstLine)")
        }
    }

    struct List: LibraryBasedCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the notes of a journal, or of all journals, by date.",
            discussion: """
                EXAMPLES
                  postcard note list "Summer in France"
                  postcard note list --json | jq -r '.[].text'
                """)

        @Argument(
            help: "The journal's id, id prefix or name. (default: all journals)", completion: .journals)
        var journal: String?

        @Flag(help: "Print JSON.") var json = false

        @OptionGroup var options: LibraryOptions

        func run(in library: Library) throws {
            let journals = try journal.map { [try library.journal(named: $0)] } ?? library.journals()
            let notes = try library.notes(of: journals)
            if json { return try JSONOutput.print(notes) }
            guard !notes.isEmpty else {
                return Console.error("No notes yet. Write one: postcard note add \"Summer in France\"")
            }
            Table.print(["ID", "DATE", "TEXT"], notes) { [$0.id.rawValue, $0.date.minute, $0.text.firstLine] }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Replace the text of a note.",
            discussion: """
                EXAMPLES
                  postcard note edit note-7k3x9w2mq4ta
                  postcard note edit note-7k3x9w2mq4ta --text "Three hundred steps."
                """)

        @Argument(help: "The note's id or id prefix.", completion: .notes) var note: String

        @Option(help: "The new text; use - to read standard input.") var text: String?

        @OptionGroup var options: LibraryOptions

        func run() async throws {
            let library = try options.open(creates: false)
            let note = try library.note(named: note)
            let changed = try await TextInput(text, initial: note.text).save { text in
                try library.updateNote(note.id, text: text)
            }
            Console.print("\(changed.id)  \(changed.text.firstLine)")
        }
    }

    struct History: LibraryBasedCommand {
        static let configuration = CommandConfiguration(
            commandName: "history", abstract: "Show earlier versions of a note, newest first.",
            discussion: """
                Earlier versions are kept until the library is compacted.

                EXAMPLE
                  postcard note history note-7k3x9w2mq4ta
                """)

        @Argument(help: "The note's id or id prefix.", completion: .notes) var note: String

        @Flag(help: "Print JSON.") var json = false

        @OptionGroup var options: LibraryOptions

        func run(in library: Library) throws {
            let versions = try library.history(of: library.note(named: note).id)
            if json { return try JSONOutput.print(versions) }
            for version in versions {
                Console.print(version.date.localMinute)
                Console.printText(version.text ?? "(deleted)")
                Console.print("")
            }
        }
    }

    struct Remove: LibraryBasedCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove notes.",
            discussion: """
                They can be restored until the library is compacted.

                EXAMPLE
                  postcard note remove note-7k3x9w2mq4ta
                """)

        @Argument(help: "Full note ids.", completion: .notes) var notes: [String]

        @OptionGroup var options: LibraryOptions

        func run(in library: Library) throws {
            try library.deleteAndReport(notes.map { try library.note(named: $0, isExact: true).id.rawValue })
        }
    }
}
