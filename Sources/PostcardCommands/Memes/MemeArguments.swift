public import ArgumentParser
import PlatformFoundation
import PostcardImaging
public import PostcardMemes

/// A name, or a path, which is made absolute, so that a recorded meme can be made anew from anywhere.
struct FontArgument: ExpressibleByArgument {
    let font: CaptionFont

    init?(argument: String) {
        let named = CaptionFont(argument)
        font = named.fileName.map(Self.font) ?? named
    }

    static func font(at path: String) -> CaptionFont { .file(URL(filePath: path).path(percentEncoded: false)) }
}

/// Effects of the words, or of the whole picture, with commas between them.
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

/// A point of the picture, `0.4,0.6`.
struct PointArgument: ExpressibleByArgument {
    let point: UnitPoint

    init?(argument: String) {
        guard let values = [Double](list: argument, count: 2, in: -10...10) else { return nil }
        point = UnitPoint(x: values[0], y: values[1])
    }
}

/// Two points, `0.2,0.8,0.5,0.5`.
struct PointsArgument: ExpressibleByArgument {
    let from: UnitPoint
    let to: UnitPoint

    init?(argument: String) {
        guard let values = [Double](list: argument, count: 4, in: -10...10) else { return nil }
        from = UnitPoint(x: values[0], y: values[1])
        to = UnitPoint(x: values[2], y: values[3])
    }
}

/// A tag of BCP 47, such as `tr` or `zh-Hant`.
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

/// A colour, or none.
struct OutlineChoice: ExpressibleByArgument {
    let color: Color?

    init?(argument: String) {
        color = Color(css: argument)
        guard color != nil || argument == "none" else { return nil }
    }
}

struct TextSizeArgument: ExpressibleByArgument {
    let size: TextSize

    init?(argument: String) {
        // 48 without px would be 48 times the picture.
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

/// A number from 0 to 1, or from 0% to 100%.
struct FractionArgument: ExpressibleByArgument {
    let value: Double

    init?(argument: String) {
        let number = argument.hasSuffix("%") ? Double(argument.dropLast()).map { $0 / 100 } : Double(argument)
        guard let number, 0...1 ~= number else { return nil }
        value = number
    }
}

/// `sticker.png@0.7,0.1,0.25,0.25`
struct OverlayArgument {
    let picture: String
    let box: UnitBox?

    init(_ text: String) throws {
        // An @ may be part of a name.
        guard let at = text.lastIndex(of: "@"), [Double](list: text[at...].dropFirst(), count: 4) != nil else {
            (picture, box) = (text, nil)
            return
        }
        (picture, box) = (String(text[..<at]), UnitBox(argument: String(text[at...].dropFirst())))
        try require(
            box != nil, "--overlay \(text): the box is in fractions of the picture, such as @0.7,0.1,0.25,0.25.")
    }
}

/// `--crop 16:9` or `--crop 10,20,300,200`.
struct MemeCrop: ExpressibleByArgument {
    let crop: MemeFile.Crop
    /// As it was typed.
    let text: String

    init?(argument: String) {
        guard let crop = MemeFile.Crop(argument) else { return nil }
        self.crop = crop
        text = argument
    }
}

extension String {
    /// The text with line breaks for `\n`; a second backslash keeps a backslash and an n.
    var withLineBreaks: String {
        split(separator: "\\\\", omittingEmptySubsequences: false)
            .map { $0.replacing("\\n", with: "\n") }.joined(separator: "\\")
    }
}

extension MemeDestination: ExpressibleByArgument {
    /// Reads a name.
    public init?(argument: String) { self.init(named: argument.lowercased()) }

    /// All names, for completion.
    public static var allValueStrings: [String] { all.map(\.name) }
}
