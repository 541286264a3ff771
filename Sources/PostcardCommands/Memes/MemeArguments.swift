public import ArgumentParser
import PlatformFoundation
import PostcardImaging
public import PostcardMemes
import SystemPackage

/// The name of a font, or the path of a font file. The path is made absolute, so that a recorded meme can be made again from any folder.
struct FontArgument: ExpressibleByArgument {
    let font: CaptionFont

    init?(argument: String) {
        let named = CaptionFont(argument)
        font = named.fileName.map(Self.font) ?? named
    }

    static func font(at path: String) -> CaptionFont { .file(URL(filePath: path).path(percentEncoded: false)) }
}

/// A list of effects on letters or on the whole picture, separated by commas.
struct EffectArgument: ExpressibleByArgument {
    private(set) var letters: Set<Caption.Effect> = []
    private(set) var picture: Meme.Effect?

    init?(argument: String) {
        for name in argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if let effect = Caption.Effect(rawValue: name) {
                letters.insert(effect)
            } else if let effect = Meme.Effect(rawValue: name) {
                picture = effect
            } else {
                return nil
            }
        }
    }

    static let allValueStrings = Caption.Effect.allCases.map(\.rawValue) + Meme.Effect.allCases.map(\.rawValue)
}

/// A point of the picture in fractions of its size, `0.4,0.6`.
struct PointArgument: ExpressibleByArgument {
    let point: UnitPoint

    init?(argument: String) {
        guard let values = [Double](list: argument, count: 2, in: -10...10) else { return nil }
        point = UnitPoint(x: values[0], y: values[1])
    }
}

/// Two points of the picture, `0.2,0.8,0.5,0.5`.
struct PointsArgument: ExpressibleByArgument {
    let from: UnitPoint
    let to: UnitPoint

    init?(argument: String) {
        guard let values = [Double](list: argument, count: 4, in: -10...10) else { return nil }
        from = UnitPoint(x: values[0], y: values[1])
        to = UnitPoint(x: values[2], y: values[3])
    }
}

/// A language tag of BCP 47, such as `tr` or `zh-Hant`.
struct LanguageArgument: ExpressibleByArgument {
    let tag: String

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard argument.utf8.count <= 35, 2...3 ~= parts[0].utf8.count,
            parts[0].allSatisfy({ $0.isASCII && $0.isLetter }),
            parts.dropFirst().allSatisfy({
                1...8 ~= $0.utf8.count && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            })
        else { return nil }
        tag = argument
    }
}

/// The colour of the outline of letters; `nil` for `none`.
struct OutlineArgument: ExpressibleByArgument {
    let color: Color?

    init?(argument: String) {
        color = Color(css: argument)
        guard color != nil || argument == "none" else { return nil }
    }
}

/// The largest size of letters: pixels, `48px`, or a fraction of the picture, `0.1` or `10%`.
struct TextSizeArgument: ExpressibleByArgument {
    let size: TextSize

    init?(argument: String) {
        // Without px, 48 would be 48 times the size of the picture.
        if let fraction = FractionArgument(argument: argument) {
            guard fraction.value > 0 else { return nil }
            size = .fraction(fraction.value)
        } else if let size = TextSize(pixels: argument) {
            self.size = size
        } else {
            return nil
        }
    }
}

/// A fraction from 0 to 1, or a percentage from 0% to 100%.
struct FractionArgument: ExpressibleByArgument {
    let value: Double

    init?(argument: String) {
        let number = argument.hasSuffix("%") ? Double(argument.dropLast()).map { $0 / 100 } : Double(argument)
        guard let number, 0...1 ~= number else { return nil }
        value = number
    }
}

/// The picture of an overlay with its box: `sticker.png@0.7,0.1,0.25,0.25`.
struct OverlayArgument {
    let picture: String
    let box: UnitBox?

    init(_ text: String) throws {
        // The name itself may contain an @.
        guard let at = text.lastIndex(of: "@"), [Double](list: text[at...].dropFirst(), count: 4) != nil else {
            (picture, box) = (text, nil)
            return
        }
        (picture, box) = (String(text[..<at]), UnitBox(argument: String(text[at...].dropFirst())))
        try require(
            box != nil, "--overlay \(text): the box is in fractions of the picture, such as @0.7,0.1,0.25,0.25.")
    }
}

/// The crop of a base image: `16:9` or `10,20,300,200`.
struct CropArgument: ExpressibleByArgument {
    let crop: MemeFile.Crop
    /// The text as typed.
    let text: String

    init?(argument: String) {
        guard let crop = MemeFile.Crop(argument) else { return nil }
        self.crop = crop
        text = argument
    }
}

/// The value of `--from`: a time or a table of memes. A text in the form of a time is a time, even if there is such a file.
enum ClipStart {
    case time(ClipTime)
    case table(String)

    init(argument: String) throws {
        if let time = ClipTime(argument: argument) {
            self = .time(time)
            return
        }
        let ending = FilePath(argument).extension?.lowercased() ?? ""
        let exists = MemeSource.isExistingPath(argument)
        // The path of a shell's `<(command)` begins with /dev, like /dev/stdin.
        guard CaptionTable.extensions.contains(ending) || exists && argument.hasPrefix("/dev/") else {
            let endings = CaptionTable.extensions.map { ".\($0)" }.joined(separator: ", ")
            throw ValidationError(
                exists
                    ? "A table of memes has a name that ends in \(endings)."
                    : "It is a time of a video, such as 12.5 or 1:02, or a table of memes whose name ends in \(endings)."
            )
        }
        self = .table(argument)
    }
}

/// A time of a video: `12.5`, `1:02` or `1:00:02.5`.
struct ClipTime: ExpressibleByArgument {
    let seconds: Double
    /// The text as typed.
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

extension String {
    /// The text with line breaks instead of `\n`. `\\n` becomes a backslash and an n.
    var withLineBreaks: String {
        split(separator: "\\\\", omittingEmptySubsequences: false)
            .map { $0.replacing("\\n", with: "\n") }.joined(separator: "\\")
    }
}

extension MemeDestination: ExpressibleByArgument {
    /// Finds a destination by its name, in any case.
    public init?(argument: String) { self.init(named: argument.lowercased()) }

    /// The names of all destinations, for completion.
    public static var allValueStrings: [String] { all.map(\.name) }
}
