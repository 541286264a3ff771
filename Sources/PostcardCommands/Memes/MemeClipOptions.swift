import ArgumentParser

/// The options for the part of a video that a meme is made of, and for the table of many memes, which `--from` names too.
struct MemeClipOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the part begins that is kept of a video: 12.5 or 1:02. Or a table of memes, a row each: .csv, .tsv or .jsonl with the columns name, picture, template and style, as far as needed, and others for the texts, between commas, semicolons or tabs; pictures are looked up from the working directory, and --output is a folder then.",
            valueName: "time|table"), completion: .file(extensions: CaptionTable.extensions),
        transform: ClipStart.init(argument:))
    var from: ClipStart?

    @Option(help: ArgumentHelp("Where it ends, counted from the video's start.", valueName: "time")) var to: ClipTime?

    @Option(
        help: ArgumentHelp(
            "Frames a second, 1 to 60. (default: those of the video; at most 15 in a GIF or WebP)", valueName: "number")
    )
    var fps: Double?

    /// The beginning of the kept part; `nil` if `--from` names none.
    var start: ClipTime? { if case .time(let time) = from { time } else { nil } }
    /// The path of the table of memes; `nil` if `--from` names none.
    var table: String? { if case .table(let path) = from { path } else { nil } }

    func validate() throws {
        if let fps, !(1...60 ~= fps) { throw ValidationError("--fps is \(fps); it goes from 1 to 60.") }
        if let from = start, let to, from.seconds >= to.seconds {
            throw ValidationError("--from \(from.text) is not before --to \(to.text).")
        }
        try require(
            table == nil || (to == nil && fps == nil), "--from names a table of memes; --to and --fps go with a time.")
    }

    /// Refuses the options for a picture that is no video.
    func requireNone() throws {
        try require(start == nil && to == nil && fps == nil, "--from, --to and --fps are for videos, and this is none.")
    }
}
