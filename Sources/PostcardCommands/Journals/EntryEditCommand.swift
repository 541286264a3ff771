import ArgumentParser
import PostcardLibrary

struct EntryEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Replace the text, the pictures or the date of an entry.",
        discussion: """
            Without options, your editor ($VISUAL, $EDITOR) opens the text.

            EXAMPLES
              postcard entry edit entry-7k3x9w2mq4ta
              postcard entry edit entry-7k3x9w2mq4ta --text "Above the clouds" \\
                --date "2024-06-09 21:00"
              postcard entry edit entry-7k3x9w2mq4ta --picture better.jpg
            """)

    @Argument(help: "The entry's id or id prefix.", completion: .entries) var entry: String

    @Option(help: "The new text; use - to read standard input.") var text: String?

    @Option(help: "A picture or video that replaces the existing ones. Repeatable.", completion: .file())
    var picture: [String] = []

    @Option(help: "The new date, such as 2024-06-09.") var date: WallTime?

    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let library = try options.open(creates: false, limits: limitOptions.limits)
        let entry = try library.entry(named: entry)
        let inputs = try picture.flatMap { try EntryInput.resolve($0, in: library) }
        let isTextWanted = text != nil || (picture.isEmpty && date == nil)
        let date = date
        let loaded = try await EntryInput.load(
            inputs, into: library, storesNow: isTextWanted && TextInput.opensEditor(for: text))
        let sources = loaded.isEmpty ? nil : loaded
        let change = { (text: String?) in
            try await withInterruption {
                try await library.updateEntry(entry.id, text: text, media: sources, date: date)
            }
        }
        let changed =
            try isTextWanted
            ? await TextInput(text, initial: entry.text, takesInput: !picture.contains("-")).save(change)
            : await change(nil)
        Console.print("\(changed.id)  \(changed.date.minute)  \(changed.summary)")
    }
}
