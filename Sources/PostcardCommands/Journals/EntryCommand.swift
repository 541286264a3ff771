import ArgumentParser
import PostcardLibrary

struct EntryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry",
        abstract: "Write entries: pictures or videos with a text and a date, in a journal or alone.",
        discussion: """
            EXAMPLES
              postcard entry new tower.jpg --text "Above the city"
              postcard entry new lights.mp4 --journal "Summer in France"
              postcard entry list
              postcard entry play entry-7k3x9w2mq4ta --open
            """,
        subcommands: [
            EntryNewCommand.self, EntryListCommand.self, EntryShowCommand.self, EntryEditCommand.self,
            EntryPlayCommand.self, Delete.self,
        ])

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete entries.",
            discussion: """
                They can be restored until the library is compacted.

                EXAMPLE
                  postcard entry delete entry-7k3x9w2mq4ta entry-0c5m1s8d2f6h
                """)

        @Argument(help: "Whole ids of entries.", completion: .entries)
        var entries: [String]

        @OptionGroup var options: LibraryOptions

        func run() throws {
            let library = try options.open(creates: false)
            try library.deleteAndSay(entries.map { try library.entry(named: $0, isExact: true).id })
        }
    }
}
