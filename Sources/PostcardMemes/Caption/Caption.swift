import PostcardCore
public import PostcardImaging

/// A block of text on a picture and how it looks.
public struct Caption: Hashable, Sendable {
    /// The text. Line ends are kept, other lines are broken where they look best. `*bold*`, `_slanted_` and `[yellow]word[/]` are
    /// read as styles; a backslash before a sign keeps it.
    public var text: String
    /// The box of the text, in fractions of the base image; the text is made as large as fits.
    public var box: UnitBox
    /// The font; others stand in for characters that it lacks.
    public var font: CaptionFont = .bundled
    /// The largest size.
    public var maximumSize: TextSize = .fraction(0.17)
    /// The smallest size; text that does not fit at it is cut and reported.
    public var minimumSize: TextSize = .pixels(6)
    /// Colour of the letters.
    public var fill: Color = .white
    /// The line around the letters; `nil` for none.
    public var outline: Outline? = Outline()
    /// The shadow of letters and outline; `nil` for none.
    public var shadow: Shadow?
    /// The backdrop of the text; `nil` for none.
    public var backdrop: Backdrop?
    /// The case of the letters.
    public var letterCase: LetterCase = .asTyped
    /// The horizontal alignment of the lines in the box.
    public var alignment: HorizontalAlignment = .center
    /// The vertical alignment of the lines in the box.
    public var verticalAlignment: VerticalAlignment = .middle
    /// Degrees clockwise, around the middle of the box, which turns with the text. Text that would leave the picture is moved
    /// inwards, and made smaller where that is not enough.
    public var angle: Double = 0
    /// The opacity of the whole caption, 0 (invisible) to 1.
    public var opacity: Double = 1
    /// The distance from baseline to baseline, in heights of capitals, 0.5 to 5. Lines that would touch are set further apart.
    public var lineSpacing: Double = 1.35
    /// BCP 47 tag of the text's language, such as `ja` or `tr`, where it decides on the shapes of characters or on capitals; `nil` for
    /// one that the letters tell.
    public var language: String?
    /// `true` to letter the signs of marks in the text as they are written.
    public var isPlain = false
    /// The parts in which the text appears, where the result moves; `nil` for all at once.
    public var appearance: Appearance?
    /// The time at which the caption appears, in seconds, 0 to 600; `nil` for the beginning, or the end of the caption before it that
    /// appears in parts.
    package var startSeconds: Double?
    /// The time at which it disappears, in seconds after the beginning; `nil` for never.
    package var stopSeconds: Double?
    /// The number of words or lines that are drawn; `nil` for all.
    var visiblePartCount: Int?
    /// `true` for columns from right to left, as Japanese and Chinese are written; other scripts are set sideways in them. Columns
    /// begin at one height.
    public var isVertical = false
    /// The place that the tail of a speech bubble around the text points at, in fractions of the base image; `nil` for no bubble. The
    /// bubble has the colour of the backdrop, or is white; where the place lies in it, it has no tail.
    public var bubble: UnitPoint?
    /// Changes of the letters that have names.
    public var effects: Set<Effect> = []
    /// The parts of the base image that the caption keeps off by leaving its box, a bubble to a place near its point; `nil` to stay in it.
    public var avoidance: Avoidance?

    /// Makes a caption that looks like a classic meme's.
    public init(_ text: String, in box: UnitBox = .whole) {
        self.text = text
        self.box = box
    }
}

extension Caption {
    /// The time at which the caption appears, 0 to 600 seconds; `nil` for the start of the animation, or for the end of the previous caption that
    /// appears in parts.
    public var start: Duration? {
        get { startSeconds.flatMap(Duration.init(seconds:)) }
        set { startSeconds = newValue?.inSeconds }
    }

    /// The time at which the caption disappears, at most 600 seconds from the start of the animation; `nil` for never.
    public var stop: Duration? {
        get { stopSeconds.flatMap(Duration.init(seconds:)) }
        set { stopSeconds = newValue?.inSeconds }
    }
}

extension Caption {
    /// The horizontal alignment of lines in a box.
    public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// At the left edge.
        case left
        /// In the middle.
        case center
        /// At the right edge.
        case right
    }

    /// The vertical alignment of lines in a box.
    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// At the top edge.
        case top
        /// In the middle.
        case middle
        /// At the bottom edge.
        case bottom
    }
}

extension Caption {
    /// Checks that all values are in their ranges.
    ///
    /// - Throws: `MemeError` with code `invalidCaption` that names the value and its range.
    package func validate() throws(MemeError) {
        try MemeError.check(
            .invalidCaption, "caption",
            [
                ("box x", box.x, -10...10), ("box y", box.y, -10...10), ("box width", box.width, 0.001...20),
                ("box height", box.height, 0.001...20), ("angle", angle, -36_000...36_000), ("opacity", opacity, 0...1),
                ("line spacing", lineSpacing, 0.5...5), ("largest size", maximumSize.value, 0.001...100_000),
                ("smallest size", minimumSize.value, 0...100_000), ("beginning", startSeconds ?? 0, 0...600),
                ("end", stopSeconds ?? 600, max(0.05, min(startSeconds ?? 0, 600))...600),
                ("bubble x", bubble?.x ?? 0, -10...10),
                ("bubble y", bubble?.y ?? 0, -10...10), ("outline width", outline?.width ?? 0, 0...0.5),
                ("shadow x", shadow?.x ?? 0, -2...2), ("shadow y", shadow?.y ?? 0, -2...2),
                ("shadow blur", shadow?.blur ?? 0, 0...1), ("backdrop padding", backdrop?.padding ?? 0, 0...5),
                ("backdrop corner radius", backdrop?.cornerRadius ?? 0, 0...5),
                ("backdrop tail x", backdrop?.tail?.x ?? 0, -10...10),
                ("backdrop tail y", backdrop?.tail?.y ?? 0, -10...10),
            ])
        guard !effects.contains(.arc) || !isVertical else {
            throw MemeError(
                .invalidCaption,
                "The effect arc is for lines, and a vertical caption has columns. Leave one of them out.")
        }
    }
}
