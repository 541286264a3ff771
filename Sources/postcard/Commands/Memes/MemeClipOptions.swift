import ArgumentParser

/// Options for the part of a video that a meme is made of.
struct MemeClipOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Where the part begins that is kept of a video: 12.5 or 1:02.", valueName: "time"))
    var from: ClipTime?

    @Option(name: .long, help: ArgumentHelp("Where it ends, counted from the video's start.", valueName: "time"))
    var to: ClipTime?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Frames a second, 1 to 60. (default: those of the video; at most 15 in a GIF or WebP)", valueName: "number")
    )
    var fps: Double?

    func validate() throws {
        if let fps, !(1...60 ~= fps) { throw ValidationError("--fps is \(fps); it goes from 1 to 60.") }
        if let from, let to, from.seconds >= to.seconds {
            throw ValidationError("--from \(from.text) is not before --to \(to.text).")
        }
    }

    /// Stops where there is no video.
    func requireNone() throws {
        guard from == nil, to == nil, fps == nil else {
            throw ValidationError("--from, --to and --fps are for videos, and this is none.")
        }
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
