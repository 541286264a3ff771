import ArgumentParser
import PlatformFoundation
import PostcardImaging
import PostcardMemes

/// The options for the lettering. An option given once applies to all texts; given once per text, each applies to one.
struct MemeLetteringOptions: ParsableArguments {
    static let title: String = "The text's look (give an option once for all texts, or once per text)"

    @Option(
        help: ArgumentHelp(
            "An installed font by its name, or a font file. Otherwise Frankmark, which Postcard brings.",
            valueName: "name|file"), completion: .file(extensions: ["ttf", "otf", "ttc"]))
    var font: [FontArgument] = []

    @Option(help: "The colour of the letters: a CSS colour name such as gold, or #ffdd00.") var color: [Color] = []

    @Option(help: "The colour of the line round the letters: a CSS colour name, #RRGGBB, or none.")
    var outline: [OutlineArgument] = []

    @Option(help: "The largest size: 48px, or a part of the picture such as 10% or 0.1.")
    var textSize: [TextSizeArgument] = []

    @Option(help: "upper, lower or typed.") var letterCase: [LetterCase] = []

    @Option(help: "Where lines stand in their box: left, center or right.")
    var align: [Caption.HorizontalAlignment] = []

    @Option(help: "Where the words stand on the picture: top, middle or bottom.")
    var position: [Caption.VerticalAlignment] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The box for the words, in fractions of the picture from its left and top edges: 0.5,0.1,0.4,0.3.",
            valueName: "x,y,width,height"))
    var box: [UnitBox] = []

    @Option(parsing: .unconditionalSingleValue, help: "Degrees clockwise. The words stay on the picture.")
    var angle: [Double] = []

    @Option(help: "From 0 or 0%, not to be seen, to 1 or 100%.") var opacity: [FractionArgument] = []

    @Option(
        help: ArgumentHelp(
            "The language of the words, for its capitals and shapes: tr, az, el, ja, zh-Hant. Otherwise as the letters tell.",
            valueName: "tag"))
    var language: [LanguageArgument] = []

    @Option(help: "The text appears word by word, or line by line (words, lines), in a GIF or WebP.")
    var appear: [Caption.Appearance] = []

    @Option(
        help: ArgumentHelp(
            "Keep the words off the part of the picture with the most detail: they move within their half of it, and become smaller. Only detail.",
            valueName: "what"))
    var avoid: Caption.Avoidance?

    @Flag(help: "All words in one size, the largest that all fit at.") var sameSize = false

    @Flag(help: "Keep the signs of *bold*, _slanted_ and [gold]coloured[/] words as they are typed.") var plain = false
    @Flag(help: "Columns from right to left, as Japanese and Chinese are written.") var vertical = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A speech bubble near a place, at which its tail points, in fractions of the picture: 0.4,0.6. Any number of texts may have one.",
            valueName: "x,y"))
    var bubble: [PointArgument] = []

    @Option(help: "glow, arc or rainbow for the words, deep-fried for the whole picture; several as arc,rainbow.")
    var effect: [EffectArgument] = []

    @Flag(help: "A soft shadow behind the letters.") var shadow = false

    func validate() throws {
        if let angle = angle.first(where: { !$0.isFinite }) {
            throw ValidationError("--angle is \(angle); write degrees.")
        }
    }

    /// A Boolean value that indicates whether options place the captions instead of a style.
    var placesWords: Bool { !bubble.isEmpty || !position.isEmpty }

    /// Applies the options to the captions, in the order of their texts.
    func apply(to meme: inout Meme) throws {
        try require(
            position.isEmpty && box.isEmpty && bubble.isEmpty && !vertical || meme.above.isEmpty && meme.below.isEmpty,
            "--position, --box, --bubble and --vertical are for words on the picture; these stand beside it.")
        try check("bubble", bubble.count, meme.allCaptions.count)
        meme.makeBubbles(pointingAt: bubble.map(\.point))
        if vertical { meme.makeVertical(at: align.count == 1 ? align[0] : nil) }
        if sameSize { meme.usesUniformTextSize = true }
        for effect in effect.compactMap(\.picture) { meme.effect = effect }
        try avoid(in: &meme)
        var captions = meme.allCaptions
        try change(&captions)
        meme.editCaptions { caption, number in caption = captions[number] }
    }

    /// Makes captions avoid detail. Captions with a set place or angle must not move.
    private func avoid(in meme: inout Meme) throws {
        guard let avoid else { return }
        try require(
            position.isEmpty && box.isEmpty && angle.isEmpty && meme.avoid(avoid),
            "--avoid \(avoid.rawValue) moves words that stand on the picture in the places of a style. Those of a template, beside the picture, or with --box, --position or --angle stay where they are."
        )
    }

    private func check(_ name: String, _ times: Int, _ count: Int) throws {
        guard times > 1 && times != count else { return }
        throw ValidationError(
            "--\(name) is given \(times) times and there \(count == 1 ? "is" : "are") \(count.counting("text")): give it once for all, or once for each."
        )
    }

    private func change(_ captions: inout [Caption]) throws {
        /// Applies a single value to all captions, or each value to one.
        func each<Value>(_ name: String, _ values: [Value], _ change: (inout Caption, Value) -> Void) throws {
            try check(name, values.count, captions.count)
            for index in captions.indices {
                let value = values.count == 1 ? values[0] : values.dropFirst(index).first
                if let value { change(&captions[index], value) }
            }
        }
        try each("font", font) { $0.font = $1.font }
        try each("color", color) { $0.fill = $1 }
        try each("outline", outline) { caption, outline in
            caption.outline = outline.color.map {
                Caption.Outline(color: $0, width: caption.outline?.width ?? Caption.Outline().width)
            }
        }
        try each("text-size", textSize) { $0.maximumSize = $1.size }
        try each("letter-case", letterCase) { $0.letterCase = $1 }
        try each("align", align) { $0.alignment = $1 }
        try each("position", position) { caption, position in
            caption.move(to: position)
            caption.avoidance = nil
        }
        try each("box", box) { caption, box in
            caption.box = box
            caption.avoidance = nil
            // A box that was set for the words is filled by them.
            if caption.maximumSize == Caption("").maximumSize { caption.maximumSize = .fraction(1) }
            // Captions of a style may be aligned to the top or bottom. In boxes side by side they would not be on one level.
            if position.isEmpty { caption.verticalAlignment = .middle }
            if vertical, align.isEmpty { caption.alignment = .center }
        }
        try each("angle", angle) { $0.angle = $1 }
        try each("opacity", opacity) { $0.opacity = $1.value }
        // Several effects for a single text are combined.
        let effects = effect.map(\.letters).filter { !$0.isEmpty }
        let joined = captions.count == 1 && effects.count > 1 ? [effects.reduce([]) { $0.union($1) }] : effects
        try each("effect", joined) { $0.effects = $1 }
        try each("language", language) { $0.language = $1.tag }
        try each("appear", appear) { $0.appearance = $1 }
        for index in captions.indices {
            if shadow { captions[index].shadow = Caption.Shadow() }
            if plain { captions[index].isPlain = true }
        }
    }
}

extension Caption {
    /// Moves the box to the top, middle or bottom. Its distance from the edge stays the one from the nearest edge.
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
