import PostcardImaging
import PostcardMemes

/// The notation of a kind of edit: `blur=2` in a command, `{"blur": 2}` in a job.
package struct EditNotation: Sendable {
    /// The name of the edit in jobs.
    let name: String
    /// The name in commands if it differs from the name in jobs; otherwise `nil`.
    var commandName: String?
    /// The notation in commands, for messages; `nil` for an edit that only jobs support.
    var form: String?
    /// The notations in commands and their effects, for help texts.
    var help: KeyValuePairs<String, String> = [:]
    /// The range of an edit with one number.
    var range: ClosedRange<Double>?
    /// Parses the value in a command, split at commas; returns `nil` for an invalid value.
    var parse: @Sendable (_ words: [String]) -> EditRequest? = { _ in nil }
    /// Decodes the value in a job.
    let decode: @Sendable (any Decoder) throws -> EditRequest

    /// The name of the edit in commands.
    var word: String { commandName ?? name }

    /// The direction of a flip.
    enum FlipDirection: String, Decodable {
        case horizontal, vertical

        var edit: Edit { .orient(self == .horizontal ? .upMirrored : .downMirrored) }
    }
}

extension EditNotation {
    /// All kinds of edits, in the order of the help text.
    static let all: [EditNotation] = [
        EditNotation(
            name: "resize", form: "resize=800x600, resize=800 or resize=50%",
            help: [
                "resize=800x600": "fits that box, never enlarged; one number\nfor a square box",
                "resize=50%": "half the width and height",
                "resize=800x600,cover":
                    "fills the box, cropped around the center;\ncover,detail keeps the most detailed part",
                "resize=800x600,pad,#fff": "with bars in a color; exact stretches it;\nenlarge allows enlarging",
            ],
            parse: { Resize(words: $0).map { .edit(.resize($0)) } },
            decode: { .edit(.resize(try Resize(job: $0))) }),
        EditNotation(
            name: "crop", form: "crop=X,Y,WIDTH,HEIGHT",
            help: [
                "crop=X,Y,WIDTH,HEIGHT": """
                in pixels; or WIDTHxHEIGHT+X+Y. Lossless for a JPEG
                if all numbers are multiples of 16
                """
            ],
            parse: { PixelRect(words: $0).map { .edit(.crop($0)) } },
            decode: { decoder in
                let members = try decoder.members(["x", "y", "width", "height"])
                return .edit(
                    .crop(
                        PixelRect(
                            x: try members.value("x"), y: try members.value("y"), width: try members.value("width"),
                            height: try members.value("height"))))
            }),
        EditNotation(
            name: "rotate", form: "rotate=DEGREES",
            help: ["rotate=90": "clockwise, any angle; rotate=3,#fff fills corners"],
            parse: { words in
                guard let degrees = words.first.flatMap(Double.init), degrees.isFinite, words.count <= 2 else {
                    return nil
                }
                guard words.count == 2 else { return .edit(.rotate(degrees: degrees)) }
                return Color(css: words[1]).map { .edit(.rotate(degrees: degrees, fill: $0)) }
            },
            decode: { decoder in
                if let degrees = try? decoder.singleValueContainer().decode(Double.self) {
                    return .edit(.rotate(degrees: degrees))
                }
                let members = try decoder.members(["degrees", "background"])
                return .edit(
                    .rotate(degrees: try members.value("degrees"), fill: try members.optional("background") ?? .clear))
            }),
        EditNotation(
            name: "flip", form: "flip=horizontal or flip=vertical", help: ["flip=horizontal": "or vertical"],
            parse: { $0.count == 1 ? FlipDirection(rawValue: $0[0]).map { .edit($0.edit) } : nil },
            decode: { .edit(try FlipDirection(from: $0).edit) }),
        number("blur", "SIGMA", in: 0...250) { .blur(sigma: $0) },
        number("sharpen", "AMOUNT", in: 0...100) { .sharpen(amount: $0) },
        flag("grayscale", .grayscale()),
        percent("brightness", help: "also contrast and saturation, from -100 to 100") { .brightness(percent: $0) },
        percent("contrast") { .contrast(percent: $0) },
        percent("saturation") { .saturation(percent: $0) },
        filter(
            "tint", form: "tint=RED,GREEN,BLUE, each from -100 to 100",
            help: ["tint=RED,GREEN,BLUE": "percentages to add, from -100 to 100"],
            json: "{\"red\": 10, \"green\": 0, \"blue\": -10}, each from -100 to 100",
            numbers: { decoder in
                let members = try decoder.members(["red", "green", "blue"])
                return try ["red", "green", "blue"].map { try members.optional($0) ?? 0 }
            },
            filter: { numbers in
                guard numbers.count == 3, numbers.allSatisfy(percents.contains) else { return nil }
                return .tone(.tint(red: numbers[0], green: numbers[1], blue: numbers[2]))
            }),
        flag("negative", .negative),
        flag("emboss", .emboss),
        flag("edges", .edges),
        filter(
            "mosaic", form: "mosaic=PIXELS", help: ["mosaic=PIXELS": ""],
            json: "the side of the squares in whole pixels, 1 to 1000", numbers: { [try Double(from: $0)] },
            filter: { numbers in
                guard numbers.count == 1, let side = Int(exactly: numbers[0]) else { return nil }
                return 1...1_000 ~= side ? .mosaic(side: side) : nil
            }),
        filter(
            "convolution", form: "convolution=NINE,WEIGHTS",
            help: [
                "convolution=1,2,1,2,4,2,1,2,1": """

                nine weights, row by row; then optionally a divisor
                (default: their sum) and an offset
                """
            ],
            json: "{\"weights\": [nine numbers], \"divisor\": not 0, \"offset\": a number}",
            numbers: { decoder in
                let members = try decoder.members(["weights", "divisor", "offset"])
                let weights: [Double] = try members.value("weights")
                let divisor = try members.optional("divisor") ?? ConvolutionKernel.divisor(of: weights)
                let offset: Double = try members.optional("offset") ?? 0
                // Without this check, ten weights would be read as nine weights and a divisor.
                return weights.count == 9 ? weights + [divisor, offset] : []
            },
            filter: { numbers in
                guard 9...11 ~= numbers.count else { return nil }
                return ConvolutionKernel(
                    Array(numbers[..<9]),
                    divisor: numbers.count > 9 ? numbers[9] : ConvolutionKernel.divisor(of: numbers),
                    offset: numbers.count > 10 ? numbers[10] : 0
                ).map(PixelFilter.convolution)
            }),
        number(
            "roundCorners", as: "round", "RADIUS", in: 0...1_000_000,
            help: "transparent corners in PNG, WebP and AVIF"
        ) { .roundCorners(radius: $0) },
        EditNotation(
            name: "watermark", form: "watermark=FILE or watermark=FILE,OPACITY",
            help: [
                "watermark=FILE,OPACITY": """
                in the bottom right corner; a file, an http, https
                or s3 URL, or the id of a photo in the library
                """
            ],
            parse: { WatermarkRequest(words: $0).map(EditRequest.watermark) },
            decode: { .watermark(try WatermarkRequest(from: $0)) }),
        EditNotation(name: "meme", decode: { .meme(try Meme(from: $0)) }),
    ]

    private static func number(
        _ name: String, as word: String? = nil, _ unit: String, in range: ClosedRange<Double>, help: String = "",
        edit: @escaping @Sendable (Double) -> Edit
    ) -> EditNotation {
        let form = "\(word ?? name)=\(unit)"
        return EditNotation(
            name: name, commandName: word, form: form, help: [form: help], range: range,
            parse: { $0.count == 1 ? Double($0[0]).map { .edit(edit($0)) } : nil },
            decode: { decoder in
                let number = try Double(from: decoder)
                guard range.contains(number) else {
                    throw decoder.refusal("\(number) is out of range: \(range.words).")
                }
                return .edit(edit(number))
            })
    }

    /// Returns the notation of a filter that takes numbers, which `numbers` decodes from a job. `json` describes the notation in jobs, for
    /// messages.
    private static func filter(
        _ name: String, form: String, help: KeyValuePairs<String, String>, json: String,
        numbers: @escaping @Sendable (any Decoder) throws -> [Double],
        filter: @escaping @Sendable (_ numbers: [Double]) -> PixelFilter?
    ) -> EditNotation {
        EditNotation(
            name: name, form: form, help: help,
            parse: { words in
                let numbers = words.compactMap(Double.init)
                return numbers.count == words.count ? filter(numbers).map { .edit(.filter($0)) } : nil
            },
            decode: { decoder in
                guard let filter = filter(try numbers(decoder)) else {
                    throw decoder.refusal("Write \"\(name)\": \(json).")
                }
                return .edit(.filter(filter))
            })
    }

    private static func flag(_ name: String, _ result: PixelFilter) -> EditNotation {
        filter(
            name, form: name, help: [name: ""], json: "true, or omit it",
            numbers: { try Bool(from: $0) ? [] : [0] }, filter: { $0.isEmpty ? result : nil })
    }

    private static let percents = -100.0...100.0

    private static func percent(
        _ name: String, help: String? = nil, _ result: @escaping @Sendable (Double) -> PixelFilter
    ) -> EditNotation {
        filter(
            name, form: "\(name)=PERCENT, from -100 to 100", help: help.map { ["\(name)=PERCENT": $0] } ?? [:],
            json: "percentages from -100 to 100", numbers: { [try Double(from: $0)] },
            filter: { $0.count == 1 && percents.contains($0[0]) ? result($0[0]) : nil })
    }
}

extension EditNotation {
    /// The notations in commands with their effects, as lines of a help text.
    package static var help: String {
        var lines: [String] = []
        var short: [String] = []
        for (form, text) in all.flatMap(\.help) {
            guard !text.isEmpty else {
                short.append(form)
                continue
            }
            if !short.isEmpty { lines.append(short.joined(separator: "   ")) }
            short = []
            let column = String(repeating: " ", count: max(0, 24 - form.count))
            lines.append(form + column + text.replacing("\n", with: "\n" + String(repeating: " ", count: 26)))
        }
        return lines.map { "  " + $0 }.joined(separator: "\n")
    }

    /// The names in jobs as lines of a help text.
    package static var names: String {
        let lines = all.dropFirst().reduce(into: ["a list of {\"resize\": …}"]) { lines, notation in
            let line = "\(lines[lines.count - 1]), \(notation.name)"
            if line.count < 62 {
                lines[lines.count - 1] = line
            } else {
                lines[lines.count - 1] += ","
                lines.append(notation.name)
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: 16))
    }
}
