import ArgumentParser
import PostcardLibrary

struct EntryListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List entries by date.",
        discussion: """
            EXAMPLES
              postcard entry list
              postcard entry list --journal "Summer in France" --json | jq -r '.[].files[]'
            """)

    @Option(
        name: .long, help: "Only those of this journal: its id, the beginning of it, or its name.",
        completion: .journals)
    var journal: String?

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        let entries = try library.entries(of: journal.map { try library.journal(named: $0).id })
        if json { return try JSONOutput.print(entries.map { EntryListing(entry: $0, library: library) }) }
        guard !entries.isEmpty else {
            return Console.error("No entries yet. Write one: postcard entry new photo.jpg --text \"Above the city\"")
        }
        var table = Table(["ID", "DATE", "MEDIA", "TEXT"])
        for entry in entries {
            table.add([entry.id, entry.date.minute, entry.mediaSummary, entry.title.firstLine])
        }
        table.lines.forEach(Console.print)
    }
}

struct EntryShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an entry with its text and files.",
        discussion: """
            EXAMPLES
              postcard entry show entry-7k3x9w2mq4ta
              postcard entry show entry-7k3 --json | jq -r '.files[]'
            """)

    @Argument(help: "The entry's id, or the beginning of it.", completion: .entries)
    var entry: String

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        let entry = try library.entry(named: entry)
        let listing = EntryListing(entry: entry, library: library)
        if json { return try JSONOutput.print(listing) }
        Console.print("\(entry.id)  \(entry.date.minute)")
        if !entry.text.isEmpty { Console.printText(entry.text) }
        for (medium, file) in zip(entry.media, listing.files) {
            let size = medium.width.flatMap { width in medium.height.map { "\(width)x\($0)" } } ?? "size unknown"
            let length = medium.duration.map { "  \(Entry.clock($0))" } ?? ""
            Console.print("\(medium.kind.rawValue)  \(size)\(length)  \(medium.format)  \(file)")
            if let credit = medium.credit { Console.print("  Credit: \(credit)") }
        }
        if entry.video != nil { Console.error("Play with: postcard entry play \(entry.id) --open") }
    }
}

struct EntryPlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Print the path of an entry's video, or open it.",
        discussion: """
            EXAMPLES
              mpv "$(postcard entry play entry-7k3x9w2mq4ta)"
              postcard entry play entry-7k3x9w2mq4ta --open
            """)

    @Argument(help: "The entry's id, or the beginning of it.", completion: .entries)
    var entry: String

    @Flag(name: .long, help: "Open it with the program that your desktop has for videos.")
    var open = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        let entry = try library.entry(named: entry)
        guard let video = entry.video else {
            throw Failure(
                .missingInput, "The entry \(entry.id) has no video. See what it has: postcard entry show \(entry.id)")
        }
        let path = "\(library.blobs.path(of: video.blob))"
        guard try library.blobs.size(of: video.blob) != nil else {
            throw Failure(.missingInput, "The file \(path) is missing. Check the library with: postcard library check")
        }
        Console.print(path)
        guard open else { return }
        #if os(macOS)
            let opener = "open"
        #else
            let opener = "xdg-open"
        #endif
        let status = Shell.run("\(opener) \(Shell.quoted(path))")
        guard status == 0 else {
            throw Failure(.unavailable, "\(opener) could not open the video (status \(status)). Its path is above.")
        }
    }
}
