import ArgumentParser
import PostcardLibrary

struct MemeListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List saved memes, newest first.",
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
            [meme.id.rawValue, meme.created.localMinute, "\(meme.width)x\(meme.height)", MemeListing.words(meme)]
        }
        if memes.count == filter.limit { Console.error("See more with --page \(filter.page + 1).") }
    }
}
