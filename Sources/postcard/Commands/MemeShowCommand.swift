import ArgumentParser
import PostcardLibrary

struct MemeShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show how a meme was made and where its file is.",
        discussion: """
            EXAMPLES
              postcard meme show meme-2v8nq0c4r6td
              cp "$(postcard meme show meme-2v8 --json | jq -r .path)" meme.jpg
            """)

    @Argument(help: "The meme's id, or the beginning of it.")
    var meme: String

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false)
        let meme = try library.meme(named: meme)
        let listing = MemeListing(meme: meme, library: library)
        guard !json else { return try JSONOutput.print(listing) }
        Console.print("\(meme.id)  made \(MemeListing.date(meme.created))")
        for text in meme.texts { Console.print("Words:   \(text)") }
        if let photo = meme.photo { Console.print("Photo:   \(photo)") }
        if let file = meme.file { Console.print("Picture: \(file)") }
        if let credit = meme.credit { Console.print("Credit:  \(credit)") }
        Console.print("File:    \(listing.path)  \(meme.width)x\(meme.height) \(meme.format)")
    }
}
