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
            "The file for the meme; its extension sets the format; - is standard output. (default: photo-meme.jpg in the current folder; none with --library, --json or --preview)",
        completion: .file(), transform: PictureOutput.name)
    var output: String?

    @Option(
        help: "jpg, png, webp, avif or gif, where no name says it: in a library, for standard output or a pipe.",
        completion: .formats)
    var format: String?

    @Option(
        help: ArgumentHelp(
            "JPEG, WebP or AVIF quality, 1 to 100. Without it, a JPEG that is not progressive stays as it is coded wherever nothing is drawn, and others have 90.",
            valueName: "quality"))
    var quality: Int?

    @Option(
        help: ArgumentHelp(
            "The shape that is kept of the picture, square or 16:9, round its middle; or x,y,width,height in pixels.",
            valueName: "shape"))
    var crop: CropArgument?

    @Option(
        help: ArgumentHelp(
            "The box in pixels that the picture is made to fit: 800, 1200x630, 800x or x600.", valueName: "box"))
    var size: ResizeBox?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "A place that the meme is made for, with the shape, format and bytes that it takes; a name without an ending gets the one of the format: \(MemeDestination.all.map(\.name).joined(separator: ", ")).",
            valueName: "place"))
    var destination: MemeDestination?

    @Flag(help: "Replace a file that is there. A meme that is as it was made needs no such word.") var force = false

    @Flag(help: "Show the meme in the terminal.") var preview = false

    @Flag(help: "Do not keep the meme in the library.") var noRecord = false

    @Flag(help: "Print what was recorded as JSON.") var json = false

    @Flag(
        help:
            "Make it although the licence of the picture forbids changed versions. You answer for it; the credit stays."
    )
    var iHavePermission = false

    func validate() throws {
        try require("--quality", quality, in: 1...100)
        try require(
            !json || (!noRecord && output != "-"),
            "--json prints what was recorded; leave --no-record and --output - out.")
        if let format { _ = try Self.format(named: format) }
        try require(
            destination == nil || (size == nil && quality == nil),
            "--for chooses size and quality; leave --size and --quality out.")
    }

    var framing: MemeFile.Framing { MemeFile.Framing(crop: crop?.crop, resize: size?.resize()) }

    /// Returns the format of the file for a destination. `moves` is whether the picture is animated.
    func format(for destination: MemeDestination, moves: Bool) throws -> ImageFormat {
        let usual = destination.rule(moves: moves).format
        let format = hasEnding ? try format(default: usual) : usual
        guard format == usual || format == destination.still.format else {
            let still =
                usual == destination.still.format ? "" : ", or \(destination.still.format.displayName) for a still"
            throw ValidationError(
                "\(destination.name) takes \(usual.displayName)\(still), not \(format.displayName). Name the file .\(usual.fileExtension)."
            )
        }
        return format
    }

    /// The files that may be replaced.
    var replacement: MemeJob.Replacement { force ? .allFiles : .unchangedMemes }

    /// Names the file after the picture, in the current folder: `photo-meme.jpg`, or with a number if there is such a file.
    ///
    /// - Parameter picture: the picture, as typed, or the name of a template.
    mutating func nameOutput(after picture: String, extension ext: String) {
        let stem = PictureSource(picture).name.stem ?? "picture"
        let names = (1...).lazy.map { $0 == 1 ? "\(stem)-meme.\(ext)" : "\(stem)-meme-\($0).\(ext)" }
        output = names.first { (try? PictureTree.isFolder(FilePath($0))) == nil }
    }

    /// A Boolean value that indicates whether the file name needs no extension of the destination: it has one, or there is no file.
    private var hasEnding: Bool { output.map { $0 == "-" || FilePath(argument: $0).extension != nil } ?? true }

    /// Adds the extension of a format to a name without one, if there is a destination.
    mutating func addEnding(of format: ImageFormat) {
        guard let output, destination != nil, !hasEnding else { return }
        self.output = "\(output).\(format.fileExtension)"
    }

    /// Returns the format of the file; `fallback` if neither the name nor an option names one.
    func format(default fallback: ImageFormat) throws -> ImageFormat {
        let wanted = try format.map(Self.format(named:))
        guard let output, output != "-" else { return wanted ?? fallback }
        if let wanted, FilePath(output).extension == nil { return wanted }
        let named = try usage { try ImageFormat(outputPath: output) }
        try require(
            wanted ?? named == named, "--format \(format ?? "") is not what the name \(output) says; leave it out.")
        return named
    }

    private static func format(named name: String) throws -> ImageFormat {
        guard let format = ImageFormat(fileExtension: name) else {
            throw ValidationError("--format is \(name); it can be jpg, png, webp, avif or gif.")
        }
        do {
            return try EncodingOptions(format: format).format
        } catch {
            throw ValidationError("--format \(name): \(error.message)")
        }
    }
}
