import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

/// The options for the result of a meme: its file, size and format.
struct MemeResultOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help:
            "The file for the meme; its extension sets the format. Use - for standard output. (default: photo-meme.jpg in the current folder; none with --library, --json, --preview or --copy)",
        completion: .file(), transform: PictureOutput.name)
    var output: String?

    @Option(
        help:
            "The format if no file name sets it (in a library, for standard output or a pipe): jpg, png, webp, avif or gif.",
        completion: .formats)
    var format: String?

    @Option(
        help: ArgumentHelp(
            "JPEG, WebP or AVIF quality, 1 to 100. (90; a non-progressive JPEG is unchanged where nothing is drawn)",
            valueName: "quality"))
    var quality: Int?

    @Option(
        help: ArgumentHelp(
            "The part to keep: an aspect ratio around the center, square or 16:9; or x,y,width,height in pixels.",
            valueName: "shape"))
    var crop: CropArgument?

    @Option(
        help: ArgumentHelp(
            "The box to fit the picture into, in pixels: 800, 1200x630, 800x or x600. Without it, small still pictures are enlarged.",
            valueName: "box"))
    var size: ResizeBox?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The destination. It sets the shape, format and maximum file size, and the file extension if --output has none.",
            valueName: "destination"))
    var destination: MemeDestination?

    @Flag(help: "Pad the picture of an emoji or sticker instead of cropping it to a square.") var noCrop = false

    @Flag(help: "Replace an existing file. Not needed for a meme that you have not changed since.") var force = false

    @Flag(help: "Show the meme in the terminal.") var preview = false

    @OptionGroup var desktop: DesktopOptions

    @Flag(help: "Do not save the meme in the library.") var noRecord = false

    @Flag(help: "Print the saved meme as JSON.") var json = false

    @Flag(
        help:
            "Make the meme even though the picture's license forbids changed versions. You are responsible; the credit is kept."
    )
    var iHavePermission = false

    func validate() throws {
        try require("--quality", quality, in: 1...100)
        try require(
            !json || (!noRecord && output != "-"),
            "--json prints the saved meme; omit --no-record and --output -.")
        try desktop.requireFile(output)
        if let format { _ = try Self.format(named: format) }
        try require(
            destination == nil || (size == nil && quality == nil),
            "--for sets size and quality; omit --size and --quality.")
        try require(
            !noCrop || crop == nil && destination != nil, "--no-crop needs --for, and can't be used with --crop.")
    }

    var framing: MemeFile.Framing { MemeFile.Framing(crop: crop?.crop, resize: size?.resize()) }

    /// Returns the format of the file for a destination. `isAnimated` is true for an animated picture.
    func format(for destination: MemeDestination, isAnimated: Bool) throws -> ImageFormat {
        let usual = destination.rule(moves: isAnimated).format
        let format = hasExtension ? try format(default: usual) : usual
        guard format == usual || format == destination.still.format else {
            let still =
                usual == destination.still.format
                ? "" : ", or \(destination.still.format.displayName) for a still image"
            throw ValidationError(
                "\(destination.name) accepts \(usual.displayName)\(still), not \(format.displayName). Use a file name that ends in .\(usual.fileExtension)."
            )
        }
        return format
    }

    /// The format of the file if its name ends like a video, a GIF or a WebP.
    var videoFormat: VideoMeme.Format? {
        output.flatMap { FilePath(argument: $0).extension.flatMap(VideoMeme.Format.init(fileExtension:)) }
    }

    /// Returns the format of the video to make from a picture; `nil` to make a picture. `moves` is true if the picture is animated or
    /// captions appear over time.
    func videoFormat(of picture: String, moves: () throws -> Bool) throws -> VideoMeme.Format? {
        let rule = destination?.video
        if let format = videoFormat, format.isVideo {
            try require(
                moves(),
                "\(picture) is a still image. Use .jpg, .png or .webp, start from an animation, or add --appear.")
            try requireVideo(format)
            return format
        }
        let isNamed = output.map { $0 != "-" && FilePath(argument: $0).extension != nil } ?? false
        guard let rule, !isNamed, format == nil, destination?.moving == nil, try moves() else { return nil }
        return VideoMeme.Format(fileExtension: rule.fileExtension)
    }

    /// Checks that the destination, if there is one, accepts videos in a format.
    func requireVideo(_ format: VideoMeme.Format) throws {
        guard let destination, destination.video?.fileExtension != format.rawValue else { return }
        let accepted = destination.video.map { "only .\($0.fileExtension)" } ?? "no"
        throw ValidationError(
            "\(destination.name) accepts \(accepted) videos. Change the extension of \(output ?? "").")
    }

    /// The files that the meme can replace.
    var replacement: MemeJob.Replacement { force ? .allFiles : .unchangedMemes }

    /// Names the file after the picture, in the current folder: `photo-meme.jpg`, or with a number if that file exists.
    ///
    /// - Parameter picture: the picture, as typed, or the name of a template.
    mutating func nameOutput(after picture: String, extension ext: String) {
        let stem = PictureSource(picture == Clipboard.name ? "clipboard" : picture).name.stem ?? "picture"
        let names = (1...).lazy.map { $0 == 1 ? "\(stem)-meme.\(ext)" : "\(stem)-meme-\($0).\(ext)" }
        output = names.first { (try? PictureTree.isFolder(FilePath($0))) == nil }
    }

    /// True if the file name has an extension, or there is no file.
    private var hasExtension: Bool { output.map { $0 == "-" || FilePath(argument: $0).extension != nil } ?? true }

    /// Adds an extension to a name without an extension, if there is a destination.
    mutating func addExtension(_ ext: String) {
        guard let output, destination != nil, !hasExtension else { return }
        self.output = "\(output).\(ext)"
    }

    /// Returns the format of the file; `fallback` if neither the name nor an option specifies one.
    func format(default fallback: ImageFormat) throws -> ImageFormat {
        let wanted = try format.map(Self.format(named:))
        guard let output, output != "-" else { return wanted ?? fallback }
        if let wanted, FilePath(output).extension == nil { return wanted }
        let named = try usage { try ImageFormat(outputPath: output) }
        try require(
            wanted ?? named == named, "--format \(format ?? "") does not match the name \(output); omit --format.")
        return named
    }

    private static func format(named name: String) throws -> ImageFormat {
        guard let format = ImageFormat(fileExtension: name) else {
            throw ValidationError("--format is \(name); it must be jpg, png, webp, avif or gif.")
        }
        do {
            return try EncodingOptions(format: format).format
        } catch {
            throw ValidationError("--format \(name): \(error.message)")
        }
    }
}
