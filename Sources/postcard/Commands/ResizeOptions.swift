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

    @Option(name: .long, help: "The folder for the results, one JPEG for each picture.", completion: .directory)
    var to: String?

    @Option(
        name: .shortAndLong,
        help: "The file for the result of one picture; its name says the format. - for standard output.",
        completion: .file())
    var output: String?

    @Option(name: .long, help: "JPEG quality, 1 to 100.")
    var quality = 85

    @Flag(name: .long, help: "Make results again that are newer than their pictures, and replace --output.")
    var force = false

    @Flag(name: .long, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        guard 1...100 ~= quality else { throw ValidationError("--quality is \(quality); it goes from 1 to 100.") }
        guard !inputs.isEmpty else { throw ValidationError("Name at least one picture, or - for standard input.") }
        guard (to == nil) != (output == nil) else {
            throw ValidationError("Say where the results go: --to FOLDER, or --output FILE for one picture.")
        }
        guard output == nil || inputs.count == 1 else {
            throw ValidationError("--output takes one picture; use --to FOLDER for \(inputs.count).")
        }
        guard to == nil || !inputs.contains("-") else {
            throw ValidationError("A picture from standard input has no name; say where it goes with --output.")
        }
    }

    func run(size: Int, kind: String) async throws {
        guard 1...20_000 ~= size else { throw ValidationError("--size is \(size); it goes from 1 to 20000 pixels.") }
        let decoding = DecodingOptions(resize: Resize(into: .square(size)))
        if let output {
            try runSingle(to: output, decoding: decoding)
        } else if let to {
            try await ResizeRun(options: self, folder: FilePath(to), decoding: decoding, kind: kind).run()
        }
    }

    private func runSingle(to output: String, decoding: DecodingOptions) throws {
        let input = inputs[0]
        let destination = try PictureOutput(output, quality: quality)
        let image = try Image(
            decoding: PictureInput.bytes(of: input, limits: decoding.limits), options: decoding, named: input)
        try destination.write(image, replacing: force)
        if !quiet && output != "-" { Console.error("\(output): \(image.size) pixels") }
    }
}
