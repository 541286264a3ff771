import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos
import SystemPackage

struct MemeShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the texts, source and file of a saved meme.",
        discussion: """
            EXAMPLES
              postcard meme show meme-2v8nq0c4r6td
              postcard meme show meme-2v8 --preview
              postcard meme show meme-2v8 --copy
              cp "$(postcard meme show meme-2v8 --json | jq -r .path)" meme.jpg
            """)

    @Argument(help: "The meme's id or id prefix, or the file it was written to.", completion: .memes)
    var meme: String

    @Flag(help: "Show the picture in the terminal.") var preview = false

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var desktop: DesktopOptions
    @OptionGroup var options: LibraryOptions

    func run() throws {
        let library = try options.open(creates: false, hint: MemeCommand.hint)
        let meme = try library.meme(namedOrIn: meme)
        let listing = MemeListing(meme: meme, library: library)
        func bytes() throws -> [UInt8] {
            try PictureFile.read(FilePath(listing.path), maximumBytes: library.limits.bytes)
        }
        try desktop.clipboard?.write(bytes(), limits: library.limits)
        try desktop.show(listing.path)
        guard !json else { return try JSONOutput.print(listing) }
        Console.print("\(meme.id)  made \(meme.created.localMinute)")
        for (place, captions) in [
            ("Above:  ", meme.spec.above), ("Text:   ", meme.spec.captions), ("Below:  ", meme.spec.below),
        ] {
            for caption in captions { Console.print("\(place) \(caption.text)") }
        }
        if let photo = meme.photo { Console.print("Photo:   \(photo)") }
        if let file = meme.file { Console.print("Picture: \(file)") }
        if let address = meme.address { Console.print("URL:     \(address)") }
        if let template = meme.template { Console.print("Template: \(template)") }
        if let coordinate = meme.coordinate { Console.print("Place:   \(coordinate)") }
        if let license = meme.license { Console.print("License: \(license.name)") }
        if let credit = meme.credit { Console.print("Credit:  \(credit)") }
        Console.print("File:    \(listing.path)  \(meme.width)x\(meme.height) \(meme.formatName)")
        Console.print("To change the texts, in this order: postcard meme redo \(meme.id) \"NEW TEXT\"")
        guard preview else { return }
        try TerminalPicture().show(bytes(), limits: library.limits)
    }
}
