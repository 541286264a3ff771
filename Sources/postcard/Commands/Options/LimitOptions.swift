import ArgumentParser
import PostcardImaging

/// What a picture may cost.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The most pixels that a picture may have, in millions. (64; POSTCARD_MAX_MEGAPIXELS)", valueName: "n"))
    var maxMegapixels: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The most bytes that a file may have, in MiB. (64; POSTCARD_MAX_MEGABYTES)", valueName: "n"))
    var maxMegabytes: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The most frames that an animation may have. (1000; POSTCARD_MAX_FRAMES)", valueName: "n"))
    var maxFrames: Int?

    func validate() throws {
        for (name, value) in [
            ("--max-megapixels", maxMegapixels), ("--max-megabytes", maxMegabytes),
            ("--max-frames", maxFrames.map(Double.init)),
        ] {
            guard let value else { continue }
            guard Self.range.contains(value) else {
                throw ValidationError("\(name) must be above 0 and at most 1000000.")
            }
        }
    }

    private static let range = Double.leastNonzeroMagnitude...1_000_000

    /// - Throws: `Failure` for an environment variable that is no number.
    var limits: DecodingLimits {
        get throws {
            let standard = DecodingLimits.default
            func value(_ option: Double?, _ variable: String, unit: Double, otherwise: Int) throws -> Int {
                if let option { return max(1, Int(option * unit)) }
                guard let text = Environment[variable] else { return otherwise }
                guard let number = Double(text), Self.range.contains(number) else {
                    throw Failure(.badSettings, "\(variable) is \(text); it must be above 0 and at most 1000000.")
                }
                return max(1, Int(number * unit))
            }
            return DecodingLimits(
                pixels: try value(maxMegapixels, "POSTCARD_MAX_MEGAPIXELS", unit: 1e6, otherwise: standard.pixels),
                bytes: try value(maxMegabytes, "POSTCARD_MAX_MEGABYTES", unit: 0x1p20, otherwise: standard.bytes),
                frames: try value(
                    maxFrames.map(Double.init), "POSTCARD_MAX_FRAMES", unit: 1, otherwise: standard.frames))
        }
    }
}

extension Failure {
    /// The same failure with the option in its message that raises the limit, for commands that have `LimitOptions`.
    var namingLimitOption: Failure {
        let options = [
            ("aise the pixel limit", "--max-megapixels"), ("aise the byte limit", "--max-megabytes"),
            ("aise the frame limit", "--max-frames"),
        ]
        guard let (words, option) = options.first(where: { description.contains($0.0) }) else { return self }
        return Failure(status, description.replacing(words, with: "\(words) with \(option)"))
    }
}
