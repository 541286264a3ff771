import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// What `thumbnail` and `peek` have in common.
struct ResizeOptions: ParsableArguments {
    @Argument(
        help: "Pictures, folders of pictures (with the folders in them), or - for standard input.",
        completion: .file())
    var inputs: [String] = []

    @Option(
        name: .long, help: "A file with more of them, one a line; - for standard input.", completion: .file())
    var filesFrom: String?

    @Option(name: .long, help: "The folder for the results.", completion: .directory)
    var to: String?

    @Option(
        name: .shortAndLong,
        help: "The file for the result of one picture; its name says the format. - for standard output.",
        completion: .file())
    var output: String?

    @Option(
        name: .long, help: "A file for one picture of all of them, with their names.", completion: .file())
    var contactSheet: String?

    @OptionGroup var fitting: FitOptions

    @Option(
        name: [.customLong("edit")],
        help: ArgumentHelp("Done after resizing, for example sharpen=0.3; see postcard edit.", valueName: "edit"))
    var edits: [String] = []

    @Option(
        name: .long,
        help: "The format of results in a folder: jpg, png, gif, webp, avif, or auto, the picture's own.",
        completion: .list(["jpg", "png", "gif", "webp", "avif", "auto"]))
    var format = "jpg"

    @Option(
        name: .long,
        help: "How results in a folder are named, for example {name}-{size}.{ext}. {name} is the picture's own.")
    var name: NamePattern?

    @Option(name: .long, help: "Quality of JPEG, WebP and AVIF, 1 to 100.")
    var quality = 85

    @Option(name: .long, help: "What metadata is kept: copyright, details, position, or all but the position.")
    var keep = KeepList.none

    @OptionGroup var limit: LimitOptions

    @Flag(name: .long, help: "Make results again that are newer than their pictures, and replace --output.")
    var force = false

    @Flag(name: .long, help: "Take what can be read of damaged files, with a warning.")
    var recover = false

    @Flag(name: .long, help: "Print what happens as JSON, an object a line.")
    var json = false

    @Flag(name: .long, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        guard 1...100 ~= quality else { throw ValidationError("--quality is \(quality); it goes from 1 to 100.") }
        guard !inputs.isEmpty || filesFrom != nil else {
            throw ValidationError("Name at least one picture, or - for standard input.")
        }
        guard output == nil || (inputs.count == 1 && filesFrom == nil) else {
            throw ValidationError("--output takes one picture; use --to FOLDER for several.")
        }
        guard output != nil || !inputs.contains("-") else {
            throw ValidationError("A picture from standard input has no name; say where it goes with --output.")
        }
    }

    func run(boxes: [BoxList.Box], kind: String) async throws {
        guard (to == nil) != (output == nil) || (contactSheet != nil && output == nil) else {
            throw ValidationError("Say where the results go: --to FOLDER, or --output FILE for one picture.")
        }
        guard output == nil else { return try await runSingle(boxes) }
        let pattern = name ?? (boxes.count > 1 ? .several : .single)
        guard boxes.count == 1 || pattern.tellsSizesApart else {
            throw ValidationError("Several sizes need {size} in --name.")
        }
        let plan = ResizePlan(
            folder: to.map { FilePath($0) }, boxes: boxes, pattern: pattern, fitting: fitting,
            format: try ResultFormat(format, quality: quality))
        try await ResizeRun(options: self, plan: plan, kind: kind).run()
    }

    /// Edits with their watermarks read.
    func editing() async throws -> [Edit] {
        try await PictureJobRunner(limits: limit.limits, recover: recover, replaces: force, fetch: PictureInput.fetch)
            .edits(try EditRequest.requests(edits))
    }

    var decoding: DecodingOptions {
        get throws {
            var decoding = DecodingOptions(filter: fitting.filter.filter, recover: recover)
            decoding.limits = try limit.limits
            decoding.linearLight = fitting.linearLight
            return decoding
        }
    }

    private func runSingle(_ boxes: [BoxList.Box]) async throws {
        guard let output, let box = boxes.first, boxes.count == 1 else {
            throw ValidationError("Several sizes need a folder: --to FOLDER.")
        }
        let input = inputs[0]
        let destination = try PictureOutput(output, quality: quality)
        let conversion = PictureConversion(
            decoding: try decoding, edits: try await editing(), encoding: destination.encoding, keep: keep.kept)
        let bytes = try PictureInput.bytes(of: input, limits: conversion.decoding.limits)
        let made = try ImageError.naming(input) { () throws(ImageError) in
            try conversion.results(of: bytes, sizes: [fitting.resize(into: box.size)])
        }
        for result in made.results {
            try destination.write(result.bytes, replacing: force)
            if !quiet && output != "-" { Console.error("\(output): \(result.size) pixels") }
        }
        for warning in made.warnings { Console.error("\(input): warning: \(warning)") }
    }
}
