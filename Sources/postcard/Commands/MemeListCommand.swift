import ArgumentParser
import PostcardLibrary

struct MemeListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the memes of a library, newest first.",
        discussion: """
            EXAMPLES
              postcard meme list
              postcard meme list --limit 5 --json | jq -r '.[].file'
            """)

    @Option(name: .long, help: "How many at most.")
    var limit: Int?

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func validate() throws {
        guard limit ?? 1 > 0 else { throw ValidationError("--limit must be 1 or more.") }
    }

    func run() throws {
        let library = try options.open(creates: false)
        let memes = try library.memes(limit: limit)
        if json { return try JSONOutput.print(memes.map { MemeListing(meme: $0, library: library) }) }
        guard !memes.isEmpty else {
            return Console.error("No memes yet. Make one: postcard meme photo.jpg \"TOP\" \"BOTTOM\" --library FOLDER")
        }
        var table = Table(["ID", "MADE", "PIXELS", "WORDS"])
        for meme in memes {
            let words = meme.texts.map { $0.replacing("\n", with: " ") }.joined(separator: " / ")
            table.add([meme.id, MemeListing.date(meme.created), "\(meme.width)x\(meme.height)", words])
        }
        table.lines.forEach(Console.print)
    }
}
