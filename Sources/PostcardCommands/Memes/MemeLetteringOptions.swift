import ArgumentParser
import PlatformFoundation
import PostcardImaging
import PostcardMemes

/// The options for lettering. An option given once is for all texts of a meme; given once for each text, each has its own.
struct MemeLetteringOptions: ParsableArguments {
    static let title: String = "The text's look (give an option once for all texts, or once per text)"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "An installed font by its name, or a font file. Otherwise Frankmark, which Postcard brings.",
            valueName: "name|file"),
        completion: .file(extensions: ["ttf", "otf", "ttc"]))
    var font: [FontArgument] = []

    @Option(name: .long, help: "The colour of the letters: a CSS colour name such as gold, or #ffdd00.")
    var color: [Color] = []

    @Option(name: .long, help: "The colour of the line round the letters: a CSS colour name, #RRGGBB, or none.")
    var outline: [OutlineChoice] = []

    @Option(name: .long, help: "The largest size: 48px, or a part of the picture such as 10% or 0.1.")
    var textSize: [TextSizeArgument] = []

    @Option(name: .long, help: "upper, lower or typed.")
    var letterCase: [LetterCase] = []

    @Option(name: .long, help: "Where lines stand in their box: left, center or right.")
    var align: [Caption.HorizontalAlignment] = []

    @Option(name: .long, help: "Where the words stand on the picture: top, middle or bottom.")
    var position: [Caption.VerticalAlignment] = []

    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The box for the words, in fractions of the picture from its left and top edges: 0.5,0.1,0.4,0.3.",
            valueName: "x,y,width,height"))
    var box: [UnitBox] = []

    @Option(name: .long, parsing: .unconditionalSingleValue, help: "Degrees clockwise. The words stay on the picture.")
    var angle: [Double] = []

    @Option(name: .long, help: "From 0 or 0%, not to be seen, to 1 or 100%.")
    var opacity: [FractionArgument] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The language of the words, for its capitals and shapes: tr, az, el, ja, zh-Hant. Otherwise as the letters tell.",
            valueName: "tag"))
    var language: [LanguageArgument] = []

    @Option(
        name: .long,
        help: "The text appears word by word, or line by line (words, lines), in a GIF or WebP.")
    var appear: [Caption.Appearance] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep the words off the part of the picture with the most detail: they move within their half of it, and become smaller. Only detail.",
            valueName: "what"))
    var avoid: Caption.Avoidance?

    @Flag(name: .long, help: "All words in one size, the largest that all fit at.")
    var sameSize = false

    @Flag(name: .long, help: "Keep the signs of *bold*, _slanted_ and [gold]coloured[/] words as they are typed.")
    var plain = false
    @Flag(name: .long, help: "Columns from right to left, as Japanese and Chinese are written.")
    var vertical = false

    @Option(
        name: .long, parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A speech bubble near a place, at which its tail points, in fractions of the picture: 0.4,0.6. Any number of texts may have one.",
            valueName: "x,y"))
    var bubble: [PointArgument] = []

    @Option(
        name: .long,
        help: "glow, arc or rainbow for the words, deep-fried for the whole picture; several as arc,rainbow.")
    var effect: [EffectArgument] = []

    @Flag(name: .long, help: "A soft shadow behind the letters.")
    var shadow = false

    func validate() throws {
        if let angle = angle.first(where: { !$0.isFinite }) {
            throw ValidationError("--angle is \(angle); write degrees.")
        }
    }

    /// `true` if words stand where options say, not in the places of a style.
    var placesWords: Bool { !bubble.isEmpty || !position.isEmpty }

    /// Changes the looks of the captions, in the order in which their texts are given.
    func apply(to meme: inout Meme) throws {
        let count = meme.above.count + meme.captions.count + meme.below.count
        try check(count)
        guard position.isEmpty && box.isEmpty && bubble.isEmpty && !vertical || meme.above.isEmpty && meme.below.isEmpty
        else {
            throw ValidationError(
                "--position, --box, --bubble and --vertical are for words on the picture; these stand beside it.")
        }
        meme.makeBubbles(pointingAt: bubble.map(\.point))
        if vertical { meme.makeVertical(at: align.count == 1 ? align[0] : nil) }
        if sameSize { meme.hasOneSize = true }
        for effect in effect.compactMap(\.picture) { meme.effect = effect }
        try avoid(in: &meme)
        var index = 0
        for place in [\Meme.above, \.captions, \.below] {
            for caption in meme[keyPath: place].indices {
                apply(to: &meme[keyPath: place][caption], index, of: count)
                index += 1
            }
        }
    }

    /// The effects of `count` texts: all of them together for one, and otherwise once for all or once for each.
    private func letterEffects(of count: Int) -> [Set<Caption.Effect>] {
        let effects = effect.map(\.letters).filter { !$0.isEmpty }
        return count == 1 && effects.count > 1 ? [effects.reduce([]) { $0.union($1) }] : effects
    }

    /// Words with a place or an angle of their own stay there.
    private func avoid(in meme: inout Meme) throws {
        guard let avoid else { return }
        guard position.isEmpty, box.isEmpty, angle.isEmpty, meme.avoid(avoid) else {
            throw ValidationError(
                "--avoid \(avoid.rawValue) moves words that stand on the picture in the places of a style. Those of a template, beside the picture, or with --box, --position or --angle stay where they are."
            )
        }
    }

    private func check(_ count: Int) throws {
        let given: [(String, Int)] = [
            ("font", font.count), ("color", color.count), ("outline", outline.count), ("text-size", textSize.count),
            ("letter-case", letterCase.count), ("align", align.count), ("position", position.count),
            ("box", box.count), ("angle", angle.count), ("opacity", opacity.count), ("language", language.count),
            ("appear", appear.count),
            ("bubble", bubble.count), ("effect", letterEffects(of: count).count),
        ]
        for (name, times) in given where times > 1 && times != count {
            throw ValidationError(
                "--\(name) is given \(times) times and there \(count == 1 ? "is" : "are") \(count.counting("text")): give it once for all, or once for each."
            )
        }
    }

    private func apply(to caption: inout Caption, _ index: Int, of count: Int) {
        func value<Value>(_ values: [Value]) -> Value? { values.count == 1 ? values[0] : values.dropFirst(index).first }
        if let font = value(font) { caption.font = font.font }
        if let color = value(color) { caption.fill = color }
        switch value(outline) {
        case nil: break
        case .some(.none): caption.outline = nil
        case .color(let color):
            caption.outline = Caption.Outline(color: color, width: caption.outline?.width ?? Caption.Outline().width)
        }
        if let size = value(textSize) { caption.maximumSize = size.size }
        if let letterCase = value(letterCase) { caption.letterCase = letterCase }
        if let align = value(align) { caption.alignment = align }
        if let position = value(position) {
            caption.move(to: position)
            caption.avoidance = nil
        }
        if let box = value(box) {
            caption.box = box
            caption.avoidance = nil
            // A box that somebody drew is to be filled.
            if caption.maximumSize == Caption("").maximumSize { caption.maximumSize = .fraction(1) }
            // Words of a style that are at the top or bottom of their boxes would stand askew in boxes side by side.
            if value(position) == nil { caption.verticalAlignment = .middle }
            if vertical { caption.alignment = value(align) ?? .center }
        }
        if let angle = value(angle) { caption.angle = angle }
        if let opacity = value(opacity) { caption.opacity = opacity.value }
        if let effects = value(letterEffects(of: count)) { caption.effects = effects }
        if let language = value(language) { caption.language = language.tag }
        if let appear = value(appear) { caption.appearance = appear }
        if shadow { caption.shadow = Caption.Shadow() }
        if plain { caption.isPlain = true }
    }
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

/// A place, `0.4,0.6`.
struct PointArgument: ExpressibleByArgument {
    let point: UnitPoint

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
        let values = numbers.compactMap { Double($0) }
        guard numbers.count == 2, values.count == 2, values.allSatisfy({ (-10.0...10).contains($0) }) else {
            return nil
        }
        point = UnitPoint(x: values[0], y: values[1])
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

enum OutlineChoice: ExpressibleByArgument {
    case none
    case color(Color)

    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if let color = Color(css: argument) {
            self = .color(color)
        } else {
            return nil
        }
    }
}

struct TextSizeArgument: ExpressibleByArgument {
    let size: TextSize

    init?(argument: String) {
        // 48 without px would be 48 times the picture.
        if let fraction = FractionArgument(argument: argument) {
            guard fraction.value > 0 else { return nil }
            size = .fraction(fraction.value)
        } else if let size = TextSize(argument: argument) {
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

extension String {
    /// The text with line breaks for `\n`; a second backslash keeps a backslash and an n.
    var withLineBreaks: String {
        split(separator: "\\\\", omittingEmptySubsequences: false)
            .map { $0.replacing("\\n", with: "\n") }.joined(separator: "\\")
    }
}

extension Caption {
    /// Moves the box up or down the picture, as far from the edge as it is from the edge nearest to it.
    fileprivate mutating func move(to alignment: VerticalAlignment) {
        let rest = 1 - box.height
        let edge = max(0, min(box.y, rest - box.y))
        box.y =
            switch alignment {
            case .top: edge
            case .middle: rest / 2
            case .bottom: rest - edge
            }
        verticalAlignment = alignment
    }
}

extension TextSize {
    /// Reads the text of an option as a spec reads its string.
    fileprivate init?(argument: String) {
        guard let json = try? JSONEncoder().encode(argument),
            let size = try? JSONDecoder().decode(TextSize.self, from: json)
        else { return nil }
        self = size
    }
}
