import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import SystemPackage

struct MemeListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the memes of a library, newest first.",
        discussion: """
            EXAMPLES
              postcard meme list
              postcard meme list --since 2026-11-01 --place Paris
              postcard meme list --text friday --template crossroads
              postcard meme list --limit 20 --page 2
              postcard meme list --limit 5 --json | jq -r '.[].path'
            """)

    @OptionGroup var filter: MemeFilterOptions

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false, hint: MemeCommand.hint)
        let memes = try filter.memes(of: library)
        if json { return try JSONOutput.print(memes.map { MemeListing(meme: $0, library: library) }) }
        guard !memes.isEmpty else {
            let hasAny = try !library.memes(limit: 1).isEmpty
            return Console.error(hasAny ? "No matching memes." : "No memes yet. \(MemeCommand.hint)")
        }
        Table.print(["ID", "MADE", "PIXELS", "WORDS"], memes) { meme in
            [meme.id, meme.created.localMinute, "\(meme.width)x\(meme.height)", MemeListing.words(meme)]
        }
        if memes.count == filter.limit { Console.error("More may follow with --page \(filter.page + 1).") }
    }
}

struct MemeShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show how a meme was made and where its file is.",
        discussion: """
            EXAMPLES
              postcard meme show meme-2v8nq0c4r6td
              postcard meme show meme-2v8 --preview
              cp "$(postcard meme show meme-2v8 --json | jq -r .path)" meme.jpg
            """)

    @Argument(help: "The meme's id, the beginning of it, or the file that it was written to.", completion: .memes)
    var meme: String

    @Flag(help: "Show the picture in the terminal.") var preview = false

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false, hint: MemeCommand.hint)
        let meme = try library.meme(namedOrIn: meme)
        let listing = MemeListing(meme: meme, library: library)
        guard !json else { return try JSONOutput.print(listing) }
        Console.print("\(meme.id)  made \(meme.created.localMinute)")
        for text in meme.texts { Console.print("Words:   \(text)") }
        if let photo = meme.photo { Console.print("Photo:   \(photo)") }
        if let file = meme.file { Console.print("Picture: \(file)") }
        if let address = meme.address { Console.print("Address: \(address)") }
        if let template = meme.template { Console.print("Template: \(template)") }
        if let coordinate = meme.coordinate { Console.print("Place:   \(coordinate)") }
        if let license = meme.license { Console.print("Licence: \(license.name)") }
        if let credit = meme.credit { Console.print("Credit:  \(credit)") }
        Console.print("File:    \(listing.path)  \(meme.width)x\(meme.height) \(meme.format)")
        guard preview else { return }
        try TerminalPicture().show(
            PictureFile.read(FilePath(listing.path), maximumBytes: library.limits.bytes), limits: library.limits)
    }
}

struct MemeRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove memes from a library.",
        discussion: """
            All of them or, when one is not there, none. Their files go when the library is
            compacted.

            EXAMPLES
              postcard meme remove meme-2v8nq0c4r6td
              postcard meme remove meme-2v8nq0c4r6td meme-9kq3x7w1m5ta
            """)

    @Argument(help: "Whole ids of memes, or the files that they were written to.", completion: .memes) var memes:
        [String]

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false, hint: MemeCommand.hint)
        let found = try memes.map { try library.meme(namedOrIn: $0, isExact: true) }
        try library.delete(found.map(\.id))
        for meme in found { Console.print("Removed \(meme.id)  \(MemeListing.words(meme))") }
    }
}

/// The options that filter memes and divide them into pages.
struct MemeFilterOptions: ParsableArguments {
    @Option(
        help: """
            Only those made on this day or later: 2026-11-21, 21.11.2026, yesterday, 7d, "2 weeks"; or at this time, \
            2026-11-21T10:00:00Z.
            """)
    var since: DayOrMoment?

    @Option(help: "Only those made before the end of this day, or before this time.") var until: DayOrMoment?

    // A southern coordinate begins with a minus, like an option.
    @Option(
        parsing: .unconditional, help: "Only those of this pin or taken near it: a pin's name or id, or a coordinate.",
        completion: .pins)
    var place: String?

    @Option(help: "The radius around --place in metres.") var radius = 10_000.0

    @Option(help: "Only those with these words, in any case.") var text: String?

    @Option(help: "Only those of this template.", completion: .templates) var template: String?

    @Option(help: "The maximum number of memes, which is the length of a page.") var limit: Int?

    @Option(help: "The page number, from 1.") var page = 1

    func validate() throws {
        try require(limit ?? 1 > 0, "--limit must be 1 or more.")
        try require(page > 0, "--page must be 1 or more.")
        try require(page == 1 || limit != nil, "--page needs --limit, the length of a page.")
        try require(
            radius > 0 && radius <= 20_040_000, "--radius is \(radius); it goes from above 0 to 20040000 metres.")
    }

    func memes(of library: Library) throws -> [MemeRecord] {
        var filter = MemeFilter(distance: radius)
        filter.since = since?.start
        filter.until = until?.end
        filter.text = text
        filter.template = template
        if let place {
            if let coordinate = try? Coordinate(parsing: place) {
                filter.near = coordinate
            } else {
                let pin = try library.pin(named: place)
                filter.pin = pin.id
                filter.near = pin.coordinate
            }
        }
        let (skipped, overflow) = (page - 1).multipliedReportingOverflow(by: limit ?? 0)
        return try library.memes(matching: filter, skipping: overflow ? .max : skipped, limit: limit)
    }
}

extension MemeListing {
    /// Lists a meme with the path of its file.
    init(meme: MemeRecord, library: Library) { self.init(meme, path: "\(library.blobs.path(of: meme.blob))") }
}
