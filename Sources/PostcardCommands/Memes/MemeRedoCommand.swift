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
            text removes its caption, and texts that you omit stay. --style and --template
            put the texts into the positions of a style or template, with its look. The
            base image stays the same, except with --template. Given a meme's id, the new
            meme is saved next to the old one. Given its file, the new meme replaces the
            old one unless --output is set.

            EXAMPLES
              postcard meme redo friday.jpg "OTHER WORDS"
              postcard meme redo meme-2v8nq0c4r6td "OTHER WORDS"
              postcard meme redo meme-2v8 "OTHER WORDS" --color "#ffdd00" -o yellow.png
              postcard meme redo meme-2v8 --style poster -o poster.jpg
              postcard meme redo meme-2v8 --template verdict -o verdict.jpg
              postcard meme redo meme-2v8 --size 400 -o small.webp
            """)

    @Argument(help: "The meme's id or id prefix, or the file it was written to.", completion: .memes)
    var meme: String

    @Argument(help: "The new texts.") var texts: [String] = []

    @Option(
        help: "A style for the texts: classic, band, band-below, subtitle, poster, label or credit.",
        completion: .styles)
    var style: String?

    @Option(
        help: "A template for the texts. Its picture replaces the base image. See postcard template list.",
        completion: .templates)
    var template: String?

    @OptionGroup(title: MemeLetteringOptions.title) var lettering: MemeLetteringOptions
    @OptionGroup var result: MemeResultOptions
    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        try require(style == nil || template == nil, "A template sets the style; omit --style.")
    }

    func run() async throws {
        let library = try options.open(creates: false, limits: limitOptions.limits, hint: MemeCommand.hint)
        let record = try library.meme(namedOrIn: meme)
        var spec = try library.meme(of: record)
        try spec.replaceTexts(texts.map(\.withLineBreaks), of: record.id.rawValue)
        let template = try template.map(options.template(named:))
        if style != nil || template != nil {
            let words = spec.allCaptions.map(\.text)
            let arranged = try usage {
                try template?.meme(of: words) ?? MemeLookOptions.style(named: style ?? "").meme(of: words)
            }
            spec.arrange(as: arranged)
        }
        var result = result
        if result.output == nil, MemeSource.isExistingPath(meme) { result.output = meme }
        // By default, the crop, size and format come from the record. A new template's picture is not cropped. A file name or timed text can
        // require another format.
        let crop = template == nil ? record.framing?.crop : nil
        result.crop = result.crop ?? crop.flatMap(CropArgument.init(argument:))
        result.size = result.size ?? record.framing?.size.flatMap(ResizeBox.init(argument:))
        var source =
            try template.map { try MemeSource.template($0, limits: limitOptions.limits, library: options) }
            ?? MemeSource.picture(of: record, in: library)
        source.library = library
        try lettering.apply(to: &spec, on: result.crop == nil ? source.picture.header.size : nil)
        try spec.readFontFiles()
        let isNamed = result.output != nil && result.output != "-"
        let showsTimes = !spec.isTimed || record.format?.supportsAnimation == true
        if result.format == nil, !isNamed, showsTimes { result.format = record.formatName }
        try await MemeJob(source: source, meme: spec, result: result).run()
    }
}

extension Meme {
    /// Replaces the captions and the surround with those of another meme, and adds its shapes and its overlays that have a picture.
    fileprivate mutating func arrange(as other: Meme) {
        (captions, above, below, surround) = (other.captions, other.above, other.below, other.surround)
        overlays += other.overlays.filter { $0.picture != nil }
        shapes += other.shapes
        usesUniformTextSize = other.usesUniformTextSize
    }

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
