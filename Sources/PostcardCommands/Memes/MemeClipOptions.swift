import ArgumentParser
import SystemPackage

/// Options for the part of a video that a meme is made of.
struct MemeClipOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where the part begins that is kept of a video: 12.5 or 1:02. Or a table of memes, a row each: .csv, .tsv or .jsonl with the columns name, picture, template and style, as far as needed, and others for the texts, between commas, semicolons or tabs; pictures are looked up from the working directory, and --output is a folder then.",
            valueName: "time|table"),
        completion: .file(extensions: CaptionTable.extensions), transform: ClipStart.init(argument:))
    var from: ClipStart?

    @Option(name: .long, help: ArgumentHelp("Where it ends, counted from the video's start.", valueName: "time"))
    var to: ClipTime?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Frames a second, 1 to 60. (default: those of the video; at most 15 in a GIF or WebP)", valueName: "number")
    )
    var fps: Double?

    /// The beginning of the part that is kept.
    var start: ClipTime? { if case .time(let time) = from { time } else { nil } }
    /// The table of memes.
    var table: String? { if case .table(let path) = from { path } else { nil } }

    func validate() throws {
        if let fps, !(1...60 ~= fps) { throw ValidationError("--fps is \(fps); it goes from 1 to 60.") }
        if let from = start, let to, from.seconds >= to.seconds {
            throw ValidationError("--from \(from.text) is not before --to \(to.text).")
        }
        guard table == nil || (to == nil && fps == nil) else {
            throw ValidationError("--from names a table of memes; --to and --fps go with a time.")
        }
    }

    /// Stops where there is no video.
    func requireNone() throws {
        guard start == nil, to == nil, fps == nil else {
            throw ValidationError("--from, --to and --fps are for videos, and this is none.")
        }
    }
}

/// A time, or a table of memes: what reads as a time is one, whatever files there are.
enum ClipStart {
    case time(ClipTime)
    case table(String)

    init(argument: String) throws {
        if let time = ClipTime(argument: argument) {
            self = .time(time)
            return
        }
        let endings = CaptionTable.extensions.map { ".\($0)" }.joined(separator: ", ")
        if let ending = FilePath(argument).extension?.lowercased(), CaptionTable.extensions.contains(ending) {
            self = .table(argument)
        } else if Self.isPipe(argument) {
            self = .table(argument)
        } else if MemeSource.isFile(argument) {
            throw ValidationError("A table of memes has a name that ends in \(endings).")
        } else {
            throw ValidationError(
                "It is a time of a video, such as 12.5 or 1:02, or a table of memes whose name ends in \(endings).")
        }
    }
}

extension ClipStart {
    /// What `<(command)` of a shell, or `/dev/stdin`, names.
    fileprivate static func isPipe(_ argument: String) -> Bool {
        argument.hasPrefix("/dev/") && MemeSource.isFile(argument)
    }
}

/// `12.5`, `1:02` or `1:00:02.5`
struct ClipTime: ExpressibleByArgument {
    let seconds: Double
    /// As it was typed.
    let text: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            guard let part, part.isFinite, part >= 0, index == 0 || part < 60 else { return nil }
            seconds = seconds * 60 + part
        }
        guard 1...3 ~= parts.count, seconds <= 1e6 else { return nil }
        self.seconds = seconds
        text = argument
    }
}
