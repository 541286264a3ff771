import PostcardCore
public import PostcardImaging

/// A block of text on a picture, and its look.
///
/// A caption with a value outside its range can't be drawn: drawing throws a ``MemeError`` with code `invalidCaption`.
///
/// ```swift
/// var caption = Caption("Read the *manual*", in: UnitBox(x: 0.05, y: 0.7, width: 0.9, height: 0.25))
/// caption.maximumSize = .fraction(0.08)
/// caption.outline = nil
/// caption.backdrop = Caption.Backdrop(color: .black)
/// let (image, _) = try Meme(captions: [caption]).rendered(on: photo)
/// ```
public struct Caption: Hashable, Sendable {
    /// The text, at most 8,000 characters. Line breaks are kept, and long lines are wrapped. `*bold*`, `_slanted_` and `[yellow]word[/]`
    /// are styles, unless the markup character follows a backslash or ``isPlain`` is true.
    public var text: String
    /// The box of the text, as fractions of the base image: `x` and `y` from −10 to 10, `width` and `height` from 0.001 to 20. The text is
    /// as large as the box allows.
    public var box: UnitBox
    /// The font. Characters missing from this font are drawn in other installed fonts.
    public var font: CaptionFont = .bundled
    /// The maximum text size, above 0. Text is never larger than its box or 8,192 pixels, so a larger value has no effect.
    public var maximumSize: TextSize = .fraction(0.17)
    /// The minimum text size, 0 or more. Text that does not fit at this size is cut, and the caption's report contains a warning.
    public var minimumSize: TextSize = .pixels(6)
    /// The color of the text.
    public var fill: Color = .white
    /// The line around the glyphs; `nil` for none.
    public var outline: Outline? = Outline()
    /// The shadow of the text and its outline; `nil` for none.
    public var shadow: Shadow?
    /// The backdrop of the text; `nil` for none.
    public var backdrop: Backdrop?
    /// The case of the letters.
    public var letterCase: LetterCase = .asTyped
    /// The horizontal alignment of the lines in the box.
    public var alignment: HorizontalAlignment = .center
    /// The vertical alignment of the lines in the box.
    public var verticalAlignment: VerticalAlignment = .middle
    /// The clockwise rotation of the box and its text around its center in degrees, −36,000 to 36,000. Text that would leave the picture is
    /// moved inward, and made smaller if moving it is not enough.
    public var angle: Double = 0
    /// The opacity of the whole caption, 0 (invisible) to 1.
    public var opacity: Double = 1
    /// The distance between baselines, in cap heights, 0.5 to 5. The distance is increased for lines that would touch.
    public var lineSpacing: Double = 1.35
    /// The BCP 47 tag of the text's language, such as `ja` or `tr`, which affects uppercasing and the shapes of characters; `nil` to detect
    /// the language from the characters.
    public var language: String?
    /// True to draw the style markup in ``text`` literally.
    public var isPlain = false
    /// The units in which the text appears in an animated result; `nil` for all at once.
    public var appearance: Appearance?
    /// The time at which the caption appears, in seconds, 0 to 600; `nil` for the start of the animation, or for the end of the previous
    /// caption that appears in parts.
    package var startSeconds: Double?
    /// The time at which the caption disappears, in seconds from the start of the animation; `nil` for never.
    package var stopSeconds: Double?
    /// The number of words or lines that are drawn; `nil` for all.
    var visiblePartCount: Int?
    /// True to draw the text in columns from right to left, as in Japanese and Chinese. Letters of other scripts are rotated.
    public var isVertical = false
    /// The position that the tail of the text's speech bubble points at, as fractions of the base image, −10 to 10; `nil` for no bubble.
    /// The bubble has the backdrop's color; without a backdrop, the bubble is white. A bubble that covers the position has no tail.
    public var bubble: UnitPoint?
    /// The effects on the text.
    public var effects: Set<Effect> = []
    /// The parts of the base image that the caption avoids, by leaving its box or only by shrinking; `nil` to fill the box. A bubble that
    /// avoids detail moves to a position near its target point.
    public var avoidance: Avoidance?

    /// Makes a caption in the style of classic memes: white with a black outline.
    public init(_ text: String, in box: UnitBox = .whole) {
        self.text = text
        self.box = box
    }
}

extension Caption {
    /// The time at which the caption appears, 0 to 600 seconds; `nil` for the start of the animation, or for the end of the previous
    /// caption that appears in parts.
    public var start: Duration? {
        get { startSeconds.flatMap(Duration.init(seconds:)) }
        set { startSeconds = newValue?.inSeconds }
    }

    /// The time at which the caption disappears, 0.05 to 600 seconds from the start of the animation and not before ``start``; `nil` for
    /// never.
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
    /// - Throws: `MemeError` with code `invalidCaption`, whose message contains the value and its range.
    package func validate() throws(MemeError) {
        try MemeError.check(
            .invalidCaption, "caption",
            [
                ("box x", box.x, -10...10), ("box y", box.y, -10...10), ("box width", box.width, 0.001...20),
                ("box height", box.height, 0.001...20), ("angle", angle, -36_000...36_000), ("opacity", opacity, 0...1),
                ("line spacing", lineSpacing, 0.5...5), ("maximum size", maximumSize.value, 0.001...100_000),
                ("minimum size", minimumSize.value, 0...100_000), ("start", startSeconds ?? 0, 0...600),
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
                "The arc effect does not apply to vertical text. Remove the effect, or make the text horizontal.")
        }
    }
}
