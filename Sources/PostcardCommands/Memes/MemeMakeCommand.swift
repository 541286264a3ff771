import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

struct MemeMakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make a meme: draw text on an image, animation, video or template.",
        usage: """
            postcard meme <picture> [<text> ...] [<options>]
            postcard meme <picture> <picture> ... [<text> ...] --layout <layout> [<options>]
            postcard meme --template <name> [<text> ...] [<options>]
            """,
        discussion: """
            The default is white capitals with a black outline, as large as possible, at
            the top and bottom. For other styles, use --style or a template. Without
            --output, a meme of photo.jpg is photo-meme.jpg in the current folder.

            A meme made in a terminal is also saved in the library, where postcard meme
            list shows it, unless --no-record is given or the keep-memes setting
            prevents it. A meme made from a library photo, or with --library or
            POSTCARD_LIBRARY, is always saved, and needs no --output.

            In text, \\n is a line break, *stars* make words bold, _underscores_ make them
            slanted, and [gold]names of colors[/] color them. With a --box for each, there
            can be any number of texts; texts in the same position are stacked. Animations
            (GIF, WebP, PNG) stay animated as a .gif, .webp, .mp4 or .webm. Videos need
            ffmpeg; their memes are a .mp4, .mov, .webm, .gif or .webp, and keep the sound.

            STYLES
              classic (top, bottom), band and band-below (text), subtitle (text),
              poster (title, line), label (text), credit (text)

            EXAMPLES
              postcard meme photo.jpg "ONE DOES NOT SIMPLY" "SHIP ON FRIDAY"
              postcard meme photo.jpg "" "ONLY AT THE BOTTOM" -o bottom.png
              postcard meme photo.jpg "Patience" "It was a race condition" --style poster \\
                -o poster.jpg
              postcard meme photo.jpg "ONE LINE\\nAND ANOTHER" -o lines.jpg
              postcard meme photo.jpg "$(cat words.txt)" -o words.jpg
              postcard meme --template crossroads "Fix the bug" "Rewrite it" "Me" \\
                -o crossroads.png --preview
              postcard meme --template wanted "" "The build breaker" --overlay me.jpg \\
                -o wanted.jpg
              postcard meme photo.jpg "HI" --overlay star.png@0.7,0.1,0.25,0.25 \\
                --crop 1:1 --size 800 -o out.webp
              postcard meme photo.jpg view.jpg "Expectation" "Reality" --layout stack \\
                -o both.jpg
              postcard meme --template tier-list "Tea" "Coffee" --overlay me.jpg@7 \\
                -o tiers.png
              postcard meme photo.jpg "HE SAID" "SHE SAID" --color white \\
                --color gold -o colors.jpg
              postcard meme photo.jpg "LEFT" "RIGHT" --box 0.03,0.1,0.4,0.2 \\
                --box 0.57,0.1,0.4,0.2 -o boxes.jpg
              postcard meme photo.jpg "It is [gold]not[/] a *bug*" -o marks.jpg
              postcard meme photo.jpg "LOOK HERE" --arrow 0.2,0.8,0.5,0.5 -o arrow.jpg
              postcard meme dance.gif "TOP" "BOTTOM" -o dancing.webp
              postcard meme photo.jpg "WORD BY WORD" --appear words -o telling.gif
              postcard meme clip.mp4 "TOP" "BOTTOM" -o meme.mp4
              postcard meme clip.mp4 "TOP" --from 0:12 --to 0:15.5 --fps 12 -o meme.gif
              postcard meme cat.gif "WOW" --for discord-emoji -o wow.gif
              postcard meme clip.mp4 "WOW" --for instagram-reel -o reel.mp4
              postcard meme photo.jpg "WORD BY WORD" --appear words -o telling.mp4
              postcard meme photo.jpg --from captions.csv -o memes/
              cat photo.jpg | postcard meme - "TOP" "BOTTOM" -o - > piped.jpg
              postcard meme @clipboard "PASTE THIS" --copy
              postcard meme photo.jpg --spec meme.json -o spec.jpg
              postcard meme photo-7k3x9w2mq4ta "WISH YOU WERE HERE"
            """)

    @Argument(
        help: ArgumentHelp(
            """
            A picture file, - for standard input, @clipboard, an http, https or s3 URL, or the id of a photo or entry in \
            the library; then the texts in the order of the style: top, then bottom. With --layout, several pictures \
            precede the texts. With --template, all arguments are texts.
            """, valueName: "picture and texts"),
        completion: .file())
    var words: [String] = []

    @Option(help: "A template instead of a picture; see postcard template list.", completion: .templates)
    var template: String?

    @Option(help: "Join 2 to 16 pictures before drawing text: one below the other, side by side, or in a grid.")
    var layout: PictureLayout?

    @OptionGroup var look: MemeLookOptions
    @OptionGroup var result: MemeResultOptions
    @OptionGroup(title: "Videos") var clip: MemeClipOptions
    @OptionGroup var limitOptions: LimitOptions
    @OptionGroup var options: LibraryOptions

    /// The pictures that the first words specify; only a layout joins several. Empty if there is a template.
    var pictures: [String] {
        guard template == nil else { return [] }
        return words.prefix(1) + words.dropFirst().prefix { layout != nil && MemeSource.isPicture($0) }
    }

    /// The first picture; `nil` if there is a template.
    var picture: String? { pictures.first }

    private var texts: [String] { words.dropFirst(pictures.count).map(\.withLineBreaks) }

    func validate() throws {
        try require(
            template != nil || !words.isEmpty || clip.table != nil,
            "Specify a picture, or a template with --template. See all templates: postcard template list")
        try require(
            template == nil || look.spec == nil,
            "--template and --spec both place the text; use one of them.")
        try require(
            template == nil || layout == nil,
            "--layout joins pictures, but a template has its own. To fill the template's slots: --overlay PICTURE")
        let (number, allowed) = (pictures.count, PictureLayout.numbers)
        try require(
            layout == nil || clip.table != nil || allowed ~= number,
            "--layout joins \(allowed.lowerBound) to \(allowed.upperBound) pictures, not \(number). Specify existing files before the texts."
        )
        let commands = MemeCommand.configuration.subcommands.map { $0.name }
        if template == nil, words.count == 1, !MemeSource.isExistingPath(words[0]),
            let near = Spelling.nearest(to: words[0], of: commands)
        {
            throw ValidationError(
                "\(words[0]) is neither a picture nor a command. Did you mean postcard meme \(near)?")
        }
        try require(
            clip.table == nil || (texts.isEmpty && look.spec == nil), "Texts come from the table; omit other texts.")
        guard clip.table == nil else { return }
        let isBlank = texts.allSatisfy(Caption.isBlank)
        guard look.spec != nil || !isBlank || !look.overlay.isEmpty || !look.shapeOptions.isEmpty else {
            let places = template.map { " See the template's texts with: postcard template show \($0)" } ?? ""
            throw ValidationError("Add text, an overlay or a shape.\(places)")
        }
        try require(look.spec == nil || texts.isEmpty, "The --spec file contains the texts; omit other texts.")
    }

    func run() async throws {
        let limits = try limitOptions.limits
        if let table = clip.table {
            return try await makeAll(of: table, limits: limits)
        }
        if layout == nil, let video = try video(limits: limits) {
            var meme = try look.meme(of: texts)
            try await look.complete(&meme, limits: limits, library: options, hasPermission: result.iHavePermission)
            guard let source = try await source(of: video, limits: limits) else {
                return try await make(meme, of: video, limits: limits)
            }
            var result = result
            // The frames are already cropped.
            result.crop = nil
            return try await run(MemeJob(source: source, meme: meme, result: result))
        }
        try clip.requireNone()
        if let file = texts.first(where: { PictureDestination($0).format != nil && MemeSource.isExistingPath($0) }) {
            let place = template == nil ? "@0.7,0.1,0.25,0.25" : ""
            let joining = template == nil ? " To join pictures, specify them before the texts, with --layout." : ""
            Console.error(
                "\(file) is drawn as text. To draw the picture instead: --overlay \(file)\(place)\(joining)")
        }
        try await run(
            MemeJob(
                pictures: pictures, layout: layout, template: template, texts: texts, look: look, result: result,
                limits: limits, library: options))
    }

    private func run(_ job: MemeJob) async throws {
        var job = job
        job.defaultLibraryOptions = options
        job.result.addExtension(job.fileExtension)
        let hasOtherOutput = (result.preview || result.json || result.desktop.copy) && !result.desktop.open
        if result.output == nil, options.library == nil, !hasOtherOutput {
            job.isNamedByPicture = true
            job.result.nameOutput(after: template ?? picture ?? "-", extension: job.fileExtension)
        }
        job.limitSizeOfAnimation()
        try await job.run()
    }
}

extension MemeJob {
    /// The maximum side lengths in pixels of an animated GIF and a video made from a still image, unless an option sets the size. Larger
    /// GIFs take tens of megabytes, and apps show videos smaller.
    private static let (longestSideOfGIF, longestSideOfVideo) = (1_000, 1_280)

    fileprivate mutating func limitSizeOfAnimation() {
        let longest = video == nil ? Self.longestSideOfGIF : Self.longestSideOfVideo
        let size = source.picture.header.size
        guard format == .gif || video != nil, meme.isTimed, result.size == nil, result.destination == nil,
            max(size.width, size.height) > longest
        else { return }
        result.size = ResizeBox(argument: "\(longest)")
        Console.error(
            "The \(video == nil ? "GIF" : "video") is limited to \(longest) pixels. For another size: --size \(2 * longest)"
        )
    }
}
