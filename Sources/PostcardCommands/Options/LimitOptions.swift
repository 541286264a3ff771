import ArgumentParser
import PostcardImaging

/// The options for picture limits.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The maximum number of pixels in a picture, in millions. (64; POSTCARD_MAX_MEGAPIXELS)", valueName: "n"))
    var maxMegapixels: Double?

    @Option(help: ArgumentHelp("The maximum size of a file, in MiB. (64; POSTCARD_MAX_MEGABYTES)", valueName: "n"))
    var maxMegabytes: Double?

    @Option(
        help: ArgumentHelp("The maximum number of frames in an animation. (1000; POSTCARD_MAX_FRAMES)", valueName: "n"))
    var maxFrames: Int?

    func validate() throws {
        for (name, value) in [
            ("--max-megapixels", maxMegapixels), ("--max-megabytes", maxMegabytes),
            ("--max-frames", maxFrames.map(Double.init)),
        ] {
            guard let value else { continue }
            try require(Self.range.contains(value), "\(name) must be above 0 and at most 1000000.")
        }
    }

    static let range = Double.leastNonzeroMagnitude...1_000_000

    /// The limits from the options, or else from the environment.
    ///
    /// - Throws: `Failure` for an invalid environment variable.
    var limits: DecodingLimits {
        get throws {
            var limits = try DecodingLimits.environment
            if let maxMegapixels { limits.pixels = max(1, Int(maxMegapixels * 1e6)) }
            if let maxMegabytes { limits.bytes = max(1, Int(maxMegabytes * 0x1p20)) }
            if let maxFrames { limits.frames = maxFrames }
            return limits
        }
    }
}

extension DecodingLimits {
    /// The default limits, changed by environment variables, with the program's isolation process.
    ///
    /// - Throws: `Failure` for an invalid variable, or if isolation is not available.
    static var environment: DecodingLimits {
        get throws {
            func value(_ variable: String, unit: Double, otherwise: Int) throws -> Int {
                guard let text = Environment[variable] else { return otherwise }
                guard let number = Double(text), LimitOptions.range.contains(number) else {
                    throw Failure(.badSettings, "\(variable) is \(text); it must be above 0 and at most 1000000.")
                }
                return max(1, Int(number * unit))
            }
            let standard = DecodingLimits.default
            return DecodingLimits(
                pixels: try value("POSTCARD_MAX_MEGAPIXELS", unit: 1e6, otherwise: standard.pixels),
                bytes: try value("POSTCARD_MAX_MEGABYTES", unit: 0x1p20, otherwise: standard.bytes),
                frames: try value("POSTCARD_MAX_FRAMES", unit: 1, otherwise: standard.frames),
                isolation: try Postcard.requiredIsolation)
        }
    }
}

extension ImageError.Limit {
    /// The option that sets the limit.
    var option: String {
        switch self {
        case .pixels: "--max-megapixels"
        case .bytes: "--max-megabytes"
        case .frames: "--max-frames"
        }
    }

    /// The environment variable that sets the limit.
    var variable: String { "POSTCARD_\(option.dropFirst(2).uppercased().replacing("-", with: "_"))" }
}

extension Failure {
    /// The failure, plus the name of the option that sets the exceeded limit, for commands with `LimitOptions`.
    var namingLimitOption: Failure { naming(\.option) }

    /// Returns the failure, plus the name of the command's option or the environment variable that sets the exceeded limit.
    func namingLimit(of command: (any ParsableCommand.Type)?) -> Failure {
        guard let limit, let command, command.name != "serve" else { return self }
        let hasOption = (try? CommandDefinition(of: command))?.argument(typed: limit.option) != nil
        return naming(hasOption ? \.option : \.variable)
    }

    private func naming(_ setting: KeyPath<ImageError.Limit, String>) -> Failure {
        guard let limit else { return self }
        return Failure(status, "\(description) \(limit[keyPath: setting]) sets the limit.")
    }

    /// Returns the failure with the name of the file in its message.
    func naming(_ file: String) -> Failure {
        description.contains(file) ? self : Failure(status, "\(file): \(description)", limit: limit)
    }
}
