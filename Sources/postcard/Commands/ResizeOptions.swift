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

    @Option(name: .long, help: "The format of results in a folder: jpg, png, webp or avif.")
    var format = "jpg"

    @Option(
        name: .long,
        help: "How results in a folder are named, for example {name}-{size}.{ext}. {name} is the picture's own.")
    var name: NamePattern?

    @Option(name: .long, help: "JPEG quality, 1 to 100.")
    var quality = 85

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
        guard (to == nil) != (output == nil) else {
            throw ValidationError("Say where the results go: --to FOLDER, or --output FILE for one picture.")
        }
        guard output == nil || (inputs.count == 1 && filesFrom == nil) else {
            throw ValidationError("--output takes one picture; use --to FOLDER for several.")
        }
        guard to == nil || !inputs.contains("-") else {
            throw ValidationError("A picture from standard input has no name; say where it goes with --output.")
        }
    }

    func run(sizes: [Int], kind: String) async throws {
        guard let to else { return try runSingle(sizes: sizes) }
        let pattern = name ?? (sizes.count > 1 ? .several : .single)
        guard sizes.count == 1 || pattern.tellsSizesApart else {
            throw ValidationError("Several sizes need {size} in --name.")
        }
        let encoding: EncodingOptions
        do {
            guard let format = ImageFormat(fileExtension: format) else {
                throw ValidationError("--format is \(format); it can be jpg, png, webp or avif.")
            }
            encoding = try EncodingOptions(format: format, quality: quality)
        } catch let error as ImageError {
            throw ValidationError(error.message)
        }
        let plan = ResizePlan(folder: FilePath(to), sizes: sizes, pattern: pattern, format: encoding.format)
        try await ResizeRun(options: self, plan: plan, encoding: encoding, kind: kind).run()
    }

    private func runSingle(sizes: [Int]) throws {
        guard let output, let size = sizes.first, sizes.count == 1 else {
            throw ValidationError("Several sizes need a folder: --to FOLDER.")
        }
        let input = inputs[0]
        let destination = try PictureOutput(output, quality: quality)
        let decoding = DecodingOptions(resize: Resize(into: .square(size)), recover: recover)
        let decoded = try DecodedImage(
            PictureInput.bytes(of: input, limits: decoding.limits), options: decoding, named: input)
        let image = decoded.image
        try destination.write(image, replacing: force)
        for warning in decoded.warnings { Console.error("\(input): warning: \(warning)") }
        if !quiet && output != "-" { Console.error("\(output): \(image.size) pixels") }
    }
}
