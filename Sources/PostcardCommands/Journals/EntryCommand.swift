import ArgumentParser
import PostcardLibrary

struct EntryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry",
        abstract: "Write entries: photos or videos with text and a date.",
        discussion: """
            EXAMPLES
              postcard entry add tower.jpg --text "Above the city"
              postcard entry add lights.mp4 --journal "Summer in France"
              postcard entry list
              postcard entry play entry-7k3x9w2mq4ta --open
            """,
        subcommands: [
            EntryAddCommand.self, EntryListCommand.self, EntryShowCommand.self, EntryEditCommand.self,
            EntryPlayCommand.self, Remove.self,
        ])

    struct Remove: LibraryBasedCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove entries.",
            discussion: """
                They can be restored until the library is compacted.

                EXAMPLE
                  postcard entry remove entry-7k3x9w2mq4ta entry-0c5m1s8d2f6h
                """)

        @Argument(help: "Full entry ids.", completion: .entries) var entries: [String]

        @OptionGroup var options: LibraryOptions

        func run(in library: Library) throws {
            try library.deleteAndReport(entries.map { try library.entry(named: $0, isExact: true).id.rawValue })
        }
    }
}

struct EntryListCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List entries by date.",
        discussion: """
            EXAMPLES
              postcard entry list
              postcard entry list --journal "Summer in France" --json | jq -r '.[].files[]'
            """)

    @Option(help: "Only entries in this journal: its id, id prefix or name.", completion: .journals)
    var journal: String?

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let entries = try library.entries(of: journal.map { try library.journal(named: $0).id })
        if json { return try JSONOutput.print(entries.map { EntryListing(entry: $0, library: library) }) }
        guard !entries.isEmpty else {
            return Console.error("No entries yet. Write one: postcard entry add photo.jpg --text \"Above the city\"")
        }
        Table.print(["ID", "DATE", "MEDIA", "TEXT"], entries) { entry in
            [entry.id.rawValue, entry.date.minute, entry.mediaSummary, entry.title.firstLine]
        }
    }
}

struct EntryShowCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an entry with its text and files.",
        discussion: """
            EXAMPLES
              postcard entry show entry-7k3x9w2mq4ta
              postcard entry show entry-7k3 --json | jq -r '.files[]'
            """)

    @Argument(help: "The entry's id or id prefix.", completion: .entries) var entry: String

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let entry = try library.entry(named: entry)
        let listing = EntryListing(entry: entry, library: library)
        if json { return try JSONOutput.print(listing) }
        Console.print("\(entry.id)  \(entry.date.minute)")
        if !entry.text.isEmpty { Console.printText(entry.text) }
        for (medium, file) in zip(entry.media, listing.files) {
            let size = medium.width.flatMap { width in medium.height.map { "\(width)x\($0)" } } ?? "size unknown"
            let length = medium.seconds.map { "  \(Medium.clock($0))" } ?? ""
            Console.print("\(medium.kind.rawValue)  \(size)\(length)  \(medium.format)  \(file)")
            if let credit = medium.credit { Console.print("  Credit: \(credit)") }
        }
        if entry.video != nil { Console.error("Play with: postcard entry play \(entry.id) --open") }
    }
}

struct EntryPlayCommand: LibraryBasedCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Print the path of an entry's video, or open it.",
        discussion: """
            EXAMPLES
              mpv "$(postcard entry play entry-7k3x9w2mq4ta)"
              postcard entry play entry-7k3x9w2mq4ta --open
            """)

    @Argument(help: "The entry's id or id prefix.", completion: .entries) var entry: String

    @Flag(help: "Open the video with your desktop's default program.") var open = false

    @OptionGroup var options: LibraryOptions

    func run(in library: Library) throws {
        let entry = try library.entry(named: entry)
        guard let video = entry.video else {
            throw Failure(
                .missingInput, "Entry \(entry.id) has no video. See its files with: postcard entry show \(entry.id)")
        }
        let path = "\(library.blobs.path(of: video.blob))"
        try require(
            library.blobs.size(of: video.blob) != nil, .missingInput,
            "The file \(path) is missing. Check the library with: postcard library check")
        Console.print(path)
        if open { try Shell.open(path) }
    }
}

extension EntryListing {
    /// Lists an entry with its file paths.
    init(entry: Entry, library: Library) {
        self.init(entry, files: entry.media.map { "\(library.blobs.path(of: $0.blob))" })
    }
}

extension Entry {
    /// Prints a hint about unknown properties of videos that were added without ffmpeg.
    func printUnknownProperties() {
        guard media.contains(where: { $0.kind == .video && $0.width == nil }) else { return }
        Console.error(
            "\(id): the video's size, duration and frames are unknown without ffmpeg. Install ffmpeg to see a frame.")
    }

    /// The number of pictures and videos, and the title, on one line.
    var summary: String { "\(mediaSummary)  \(title.firstLine)" }

    /// The number of pictures and videos, with the duration of a single video.
    var mediaSummary: String {
        let pictures = media.count { $0.kind == .picture }
        let videos = media.filter { $0.kind == .video }
        var parts: [String] = []
        if pictures > 0 { parts.append(pictures.counting("picture")) }
        if let video = videos.first {
            let length = video.seconds.map { " \(Medium.clock($0))" } ?? ""
            parts.append(videos.count == 1 ? "1 video\(length)" : "\(videos.count) videos")
        }
        return parts.joined(separator: ", ")
    }
}
