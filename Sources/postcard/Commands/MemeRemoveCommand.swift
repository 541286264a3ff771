import ArgumentParser
import PostcardLibrary

struct MemeRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove memes from a library.",
        discussion: """
            All of them or, when one is not there, none. Their files go when the library is
            compacted.

            EXAMPLES
              postcard meme remove meme-2v8nq0c4r6td
              postcard meme remove meme-2v8 meme-9kq
            """)

    @Argument(help: "Ids of memes, or the beginnings of them.")
    var memes: [String]

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        let found = try memes.map { try library.meme(named: $0) }
        try library.deleteMemes(found.map(\.id))
        for meme in found { Console.print("Removed \(meme.id)  \(MemeListing.words(meme))") }
    }
}
