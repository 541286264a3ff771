import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

struct PeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peek", abstract: "Make larger previews (1024 px) of images or library items.",
        discussion: """
            Given ids of photos, memes or entries, prints the paths of their larger views
            and the commands for them. Given files and folders, works like thumbnail, but
            with larger results.

            EXAMPLES
              postcard peek photo-7k3x9w2mq4ta
              postcard peek entry-2v8nq0c4r6td --preview
              postcard peek photo.jpg --preview
              postcard peek photo.jpg --output preview.jpg
              postcard peek ~/Pictures/Paris --to previews --size 1600
            """)

    @Option(
        help:
            "The longer side in pixels, or a box: 320x200, 320x or x200; 1 to 20000. Separate several sizes with commas."
    )
    var size = BoxList(1024)

    @Flag(help: "Show the picture in the terminal.") var preview = false

    @OptionGroup var options: ResizeOptions
    @OptionGroup var library: LibraryOptions

    func run() async throws {
        if options.inputs.contains(where: Self.isID) { return try await showRecords() }
        guard preview, options.to == nil, options.output == nil else {
            // Without a destination, the run fails in any case, but the error for a missing file is more useful.
            for input in options.inputs where options.to == nil && options.output == nil && input != "-" {
                _ = try PictureTree.matches(of: FilePath(input))
            }
            try require(!preview, "--preview writes no file; omit --to and --output.")
            var run = ResizeRun(options: options, boxes: size.boxes, kind: "peek")
            return try await run.run()
        }
        let terminal = try TerminalPicture()
        let limits = try options.limitOptions.limits
        for input in options.inputs {
            let bytes = try await PictureInput.picture(named: input, limits: limits)
            let decoding = DecodingOptions(
                resize: Resize(into: size.boxes[0].size), limits: limits, toleratesDamage: options.recover)
            let picture = try DecodedImage(bytes, options: decoding, named: input)
            for warning in picture.warnings { Console.error("\(input): warning: \(warning)") }
            try terminal.show(picture.image)
        }
    }

    /// Returns true if an input is the id of a record instead of an existing file.
    private static func isID(_ input: String) -> Bool {
        ["photo-", "meme-", "entry-"].contains { input.hasPrefix($0) } && !input.contains("/")
            && (try? PictureTree.isFolder(FilePath(argument: input))) == nil
    }

    private func showRecords() async throws {
        try require(
            options.to == nil && options.output == nil && options.filesFrom == nil,
            "Previews of library items are already in the library; omit --to and --output.")
        let terminal = preview ? try TerminalPicture() : nil
        let library = try self.library.open(creates: false)
        var peeks: [Peek] = []
        for id in options.inputs { peeks += try await library.peek(of: id) }
        if options.json { return try JSONOutput.print(peeks.map(PeekReport.init)) }
        for peek in peeks {
            if let terminal {
                try terminal.show(peek.picture.read(), limits: library.limits)
            }
            PeekReport(peek: peek).printLines()
        }
    }
}
