import ArgumentParser
import PostcardLibrary

struct MemeRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove memes from a library.",
        discussion: """
            If any meme is not found, none are removed. The files are removed when the
            library is compacted.

            EXAMPLES
              postcard meme remove meme-2v8nq0c4r6td
              postcard meme remove meme-2v8nq0c4r6td meme-9kq3x7w1m5ta
            """)

    @Argument(help: "Full meme ids, or the files that the memes were written to.", completion: .memes) var memes:
        [String]

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false, hint: MemeCommand.hint)
        let found = try memes.map { try library.meme(namedOrIn: $0, isExact: true) }
        try library.delete(found.map(\.id))
        for meme in found { Console.print("Removed \(meme.id)  \(MemeListing.words(meme))") }
    }
}
