import ArgumentParser
import PlatformFoundation
import PostcardImaging
import PostcardMemes

/// The options for the look of the texts. An option that is given once applies to all texts. If an option is given once per text, each
/// value applies to one text.
struct MemeLetteringOptions: ParsableArguments {
    static let title: String = "Text (give an option once for all texts, or once per text)"

    @Option(
        help: ArgumentHelp(
            "The name of an installed font, or a font file. (default: the built-in Frankmark)",
            valueName: "name|file"), completion: .file(extensions: ["ttf", "otf", "ttc"]))
    var font: [FontArgument] = []

    @Option(help: "The text color: a CSS color name such as gold, or #ffdd00.") var color: [Color] = []

    @Option(help: "The outline color: a CSS color name, #RRGGBB, or none.")
    var outline: [OutlineArgument] = []

    @Option(help: "The maximum size: 48px, or a fraction of the picture such as 10% or 0.1.")
    var textSize: [TextSizeArgument] = []

    @Option(help: "The case of the text.") var letterCase: [LetterCase] = []

    @Option(help: "The alignment of lines in the text box.")
    var align: [Caption.HorizontalAlignment] = []

    @Option(help: "The vertical position of the text on the picture.")
    var position: [Caption.VerticalAlignment] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The box for the text, from the top left corner, in fractions of the picture (0.5,0.1,0.4,0.3) or pixels (120px,40px,300px,80px).",
            valueName: "x,y,width,height"))
    var box: [BoxArgument] = []

    @Option(
        parsing: .unconditionalSingleValue, help: "The rotation in degrees clockwise. The text stays on the picture.")
    var angle: [Double] = []

    @Option(help: "Opacity from 0 (invisible) to 1, or 0% to 100%.") var opacity: [FractionArgument] = []

    @Option(
        help: ArgumentHelp(
            "The language of the text, for capitalization and glyph shapes: tr, az, el, ja, zh-Hant. (default: detected from the text)",
            valueName: "tag"))
    var language: [LanguageArgument] = []

    @Option(help: "Show the text word by word or line by line, in a GIF or WebP.")
    var appear: [Caption.Appearance] = []

    @Option(
        help: ArgumentHelp(
            "Keep the text off likely faces and detail: subject shrinks the text, detail also moves it, none does neither. (default: subject)",
            valueName: "what"))
    var avoid: Caption.Avoidance?

    @Flag(help: "Draw the text as large as possible, even over faces. Same as --avoid none.") var noAvoid = false

    @Flag(help: "Draw all texts in one size, the largest at which they all fit.") var sameSize = false

    @Flag(help: "Draw markup such as *bold*, _slanted_ and [gold]colored[/] as typed.") var plain = false
    @Flag(help: "Write in columns from right to left, as in Japanese and Chinese.") var vertical = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A speech bubble with its tail at this point, as fractions of the picture size: 0.4,0.6. Any number of texts can have a bubble.",
            valueName: "x,y"))
    var bubble: [PointArgument] = []

    @Option(
        help:
            "The effects, separated by commas: glow, arc or rainbow for the text, and deep-fried for the whole picture."
    )
    var effect: [EffectArgument] = []

    @Flag(help: "Draw a soft shadow behind the text.") var shadow = false

    func validate() throws {
        if let angle = angle.first(where: { !$0.isFinite }) {
            throw ValidationError("--angle is \(angle); use degrees.")
        }
    }

    /// True if options, rather than the style, determine the captions' positions.
    var placesText: Bool { !bubble.isEmpty || !position.isEmpty }

    /// Applies the options to the captions, in the order of their texts.
    ///
    /// - Parameter size: the size of the picture, for boxes in pixels; `nil` if it is unknown.
    func apply(to meme: inout Meme, on size: PixelSize? = nil) throws {
        try require(
            position.isEmpty && box.isEmpty && bubble.isEmpty && !vertical || meme.above.isEmpty && meme.below.isEmpty,
            "--position, --box, --bubble and --vertical are for text on the picture; this text is outside the picture.")
        try check("bubble", bubble.count, meme.allCaptions.count)
        meme.makeBubbles(pointingAt: bubble.map(\.point))
        if vertical { meme.makeVertical(at: align.count == 1 ? align[0] : nil) }
        if sameSize { meme.usesUniformTextSize = true }
        for effect in effect.compactMap(\.picture) { meme.effect = effect }
        try avoid(in: &meme)
        var captions = meme.allCaptions
        try change(&captions, boxes: box.map { try $0.box(on: size) })
        meme.editCaptions { caption, number in caption = captions[number] }
    }

    /// Makes captions avoid likely faces and detailed areas of the picture. Captions with a set position or angle must not move.
    private func avoid(in meme: inout Meme) throws {
        guard let avoid = noAvoid ? .nothing : avoid else { return }
        meme.avoid(avoid)
        guard avoid == .detail else { return }
        try require(
            position.isEmpty && box.isEmpty && angle.isEmpty && meme.avoidsDetail,
            "--avoid \(avoid.rawValue) moves only text that a style places on the picture. It does not move text in a "
                + "template, text outside the picture, or text with --box, --position or --angle."
        )
    }

    private func check(_ name: String, _ times: Int, _ count: Int) throws {
        guard times > 1 && times != count else { return }
        throw ValidationError(
            "--\(name) is given \(times) times for \(count.counting("text")). Give it once for all, or once for each."
        )
    }

    private func change(_ captions: inout [Caption], boxes: [UnitBox]) throws {
        /// Applies a single value to all captions, or each value to one caption.
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
            if caption.avoidance == .detail { caption.avoidance = nil }
        }
        try each("box", boxes) { caption, box in
            caption.box = box
            caption.avoidance = nil
            // Text fills a box that an option sets.
            if caption.maximumSize == Caption("").maximumSize { caption.maximumSize = .fraction(1) }
            // A style can align captions to the top or bottom. In boxes side by side, such captions would not be level.
            if position.isEmpty { caption.verticalAlignment = .middle }
            if vertical, align.isEmpty { caption.alignment = .center }
        }
        try each("angle", angle) { $0.angle = $1 }
        try each("opacity", opacity) { $0.opacity = $1.value }
        // Several effects for a single text are combined.
        let effects = effect.map(\.textEffects).filter { !$0.isEmpty }
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
    /// Moves the box to the top, middle or bottom. At the top or bottom, the box keeps its distance from the nearest edge.
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
