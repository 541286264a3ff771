import ArgumentParser

/// The options for the part of a video that a meme is made from, and for a table of memes, which `--from` can also specify.
struct MemeClipOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The start time in a video: 12.5 or 1:02; or a .csv, .tsv or .jsonl table with one meme per row. The table's columns, separated by commas, semicolons or tabs, are name, picture, layout, template and style (as needed), and one for each text. Picture paths are relative to the working directory, and --output is a folder.",
            valueName: "time|table"), completion: .file(extensions: CaptionTable.extensions),
        transform: ClipStart.init(argument:))
    var from: ClipStart?

    @Option(help: ArgumentHelp("The end time, measured from the start of the video.", valueName: "time")) var to:
        ClipTime?

    @Option(
        help: ArgumentHelp(
            "Frames per second, 1 to 60. (default: the video's frame rate; at most 15 for GIF or WebP)",
            valueName: "number")
    )
    var fps: Double?

    /// The start time; `nil` if `--from` is not a time.
    var start: ClipTime? { if case .time(let time) = from { time } else { nil } }
    /// The path of the table of memes; `nil` if `--from` is not a table.
    var table: String? { if case .table(let path) = from { path } else { nil } }

    func validate() throws {
        if let fps, !(1...60 ~= fps) { throw ValidationError("--fps is \(fps); it must be between 1 and 60.") }
        if let from = start, let to, from.seconds >= to.seconds {
            throw ValidationError("--from \(from.text) is not before --to \(to.text).")
        }
        try require(
            table == nil || (to == nil && fps == nil), "--to and --fps are for videos, but --from is a table of memes.")
    }

    /// Checks that none of the options is set, since the picture is not a video.
    func requireNone() throws {
        try require(
            start == nil && to == nil && fps == nil, "--from, --to and --fps are for videos; the source isn't a video.")
    }
}
