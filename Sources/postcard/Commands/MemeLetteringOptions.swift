import ArgumentParser
import Foundation
import PostcardImaging
import PostcardMemes

/// What can be said of all words of a meme at once.
struct MemeLetteringOptions: ParsableArguments {
    @Option(name: .long, help: "An installed font by its name. Otherwise Frankmark, which Postcard brings.")
    var font: String?

    @Option(name: .long, help: "The colour of the letters, for example #ffdd00.")
    var color: HexColor?

    @Option(name: .long, help: "The colour of the line round the letters, or none.")
    var outline: OutlineChoice?

    @Option(name: .long, help: "The largest size: 48px, or a fraction of the picture such as 0.1.")
    var textSize: TextSizeArgument?

    @Option(name: .long, help: "upper, lower or typed.")
    var letterCase: LetterCaseArgument?

    @Option(name: .long, help: "Where lines stand in their box: left, center or right.")
    var align: AlignmentArgument?

    @Option(name: .long, parsing: .unconditional, help: "Degrees clockwise.")
    var angle: Double?

    @Option(name: .long, help: "0, not to be seen, to 1.")
    var opacity: Double?

    @Flag(name: .long, help: "A soft shadow behind the letters.")
    var shadow = false

    func validate() throws {
        if let opacity, !(0...1).contains(opacity) {
            throw ValidationError("--opacity is \(opacity); it goes from 0 to 1.")
        }
        if let angle, !angle.isFinite { throw ValidationError("--angle is \(angle); write degrees.") }
    }

    func apply(to caption: inout Caption) {
        if let font { caption.font = .named(font) }
        if let color { caption.fill = color.color }
        switch outline {
        case nil: break
        case .some(.none): caption.outline = nil
        case .color(let color):
            caption.outline = Caption.Outline(color: color, width: caption.outline?.width ?? Caption.Outline().width)
        }
        if let textSize { caption.maximumSize = textSize.size }
        if let letterCase { caption.letterCase = letterCase.letterCase }
        if let align { caption.alignment = align.alignment }
        if let angle { caption.angle = angle }
        if let opacity { caption.opacity = opacity }
        if shadow { caption.shadow = Caption.Shadow() }
    }
}

enum OutlineChoice: ExpressibleByArgument {
    case none
    case color(Color)

    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if let color = HexColor(argument: argument) {
            self = .color(color.color)
        } else {
            return nil
        }
    }
}

struct TextSizeArgument: ExpressibleByArgument {
    let size: TextSize

    init?(argument: String) {
        if let fraction = Double(argument) {
            guard fraction > 0, fraction.isFinite else { return nil }
            size = .fraction(fraction)
        } else if let size = TextSize(argument: argument) {
            self.size = size
        } else {
            return nil
        }
    }
}

struct LetterCaseArgument: ExpressibleByArgument {
    let letterCase: LetterCase

    init?(argument: String) {
        guard let letterCase = argument == "typed" ? .asTyped : LetterCase(rawValue: argument) else { return nil }
        self.letterCase = letterCase
    }

    static let allValueStrings = ["upper", "lower", "typed"]
}

struct AlignmentArgument: ExpressibleByArgument {
    let alignment: Caption.HorizontalAlignment

    init?(argument: String) {
        guard let alignment = Caption.HorizontalAlignment(rawValue: argument) else { return nil }
        self.alignment = alignment
    }

    static let allValueStrings = Caption.HorizontalAlignment.allCases.map(\.rawValue)
}

extension TextSize {
    /// What a spec writes in a string, a flag writes bare.
    fileprivate init?(argument: String) {
        guard let json = try? JSONEncoder().encode(argument),
            let size = try? JSONDecoder().decode(TextSize.self, from: json)
        else { return nil }
        self = size
    }
}
