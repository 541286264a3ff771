import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes

struct MemeRedoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Change the text, look or size of a saved meme.",
        discussion: """
            Texts replace the old ones in the order in which meme show lists them. An empty
            text removes its caption, and texts that you omit stay. The base image stays
            the same. Given a meme's id, the new meme is saved next to the old one. Given
            its file, the new meme replaces the old one unless --output is set.

            EXAMPLES
              postcard meme redo friday.jpg "OTHER WORDS"
              postcard meme redo meme-2v8nq0c4r6td "OTHER WORDS"
              postcard meme redo meme-2v8 "OTHER WORDS" --color "#ffdd00" -o yellow.png
              postcard meme redo meme-2v8 --size 400 -o small.webp
            """)

    @Argument(help: "The meme's id or id prefix, or the file it was written to.", completion: .memes)
    var meme: String

    @Argument(help: "The new texts.") var texts: [String] = []

    @OptionGroup(title: MemeLetteringOptions.title) var lettering: MemeLetteringOptions
    @OptionGroup var result: MemeResultOptions
    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let library = try options.open(creates: false, limits: limitOptions.limits, hint: MemeCommand.hint)
        let record = try library.meme(namedOrIn: meme)
        var spec = try library.meme(of: record)
        try spec.replaceTexts(texts.map(\.withLineBreaks), of: record.id.rawValue)
        try lettering.apply(to: &spec)
        try spec.readFontFiles()
        var result = result
        if result.output == nil, MemeSource.isExistingPath(meme) { result.output = meme }
        // By default, the crop, size and format come from the record. A file name or timed text can require another format.
        result.crop = result.crop ?? record.framing?.crop.flatMap(CropArgument.init(argument:))
        result.size = result.size ?? record.framing?.size.flatMap(ResizeBox.init(argument:))
        let isNamed = result.output != nil && result.output != "-"
        let showsTimes = !spec.isTimed || record.format?.supportsAnimation == true
        if result.format == nil, !isNamed, showsTimes { result.format = record.formatName }
        try await MemeJob(source: .picture(of: record, in: library), meme: spec, result: result).run()
    }
}

extension Meme {
    /// Replaces texts in this order: captions above, on, and below the picture. Captions with an empty text are removed.
    fileprivate mutating func replaceTexts(_ texts: [String], of id: String) throws {
        let count = allCaptions.count
        try require(
            texts.count <= count,
            "\(id) has \(count.counting("text")), not \(texts.count). See them with: postcard meme show \(id)")
        editCaptions { caption, number in
            if number < texts.count { caption.text = texts[number] }
        }
        for place in [\Meme.above, \.captions, \.below] { self[keyPath: place].removeAll { $0.text.isEmpty } }
    }
}
