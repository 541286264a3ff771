public import PostcardImaging

/// A block of text on a picture and how it looks.
public struct Caption: Hashable, Sendable {
    /// What is written. Line ends are kept, other lines are broken where they look best.
    public var text: String
    /// Where the text stands, in fractions of the picture; it is made as large as fits.
    public var box: UnitBox
    /// The font; others stand in for characters that it lacks.
    public var font: CaptionFont = .bundled
    /// The largest size.
    public var maximumSize: TextSize = .fraction(0.137)
    /// The smallest size; text that does not fit at it is cut and reported.
    public var minimumSize: TextSize = .pixels(8)
    /// Colour of the letters.
    public var fill: Color = .white
    /// The line round the letters; `nil` for none.
    public var outline: Outline? = Outline()
    /// The shadow of letters and outline; `nil` for none.
    public var shadow: Shadow?
    /// What is painted behind the text; `nil` for nothing.
    public var backdrop: Backdrop?
    /// How the letters are written.
    public var letterCase: LetterCase = .asTyped
    /// Where lines stand in the box from left to right.
    public var alignment: HorizontalAlignment = .center
    /// Where the lines stand in the box from top to bottom.
    public var verticalAlignment: VerticalAlignment = .middle
    /// Degrees clockwise, round the middle of the box, which turns with the text. Text that would leave the picture is moved
    /// inwards, and made smaller where that is not enough.
    public var angle: Double = 0
    /// Of the whole caption, 0 (not to be seen) to 1.
    public var opacity: Double = 1
    /// From baseline to baseline, in heights of capitals, 0.5 to 5. Lines that would touch are set further apart.
    public var lineSpacing: Double = 1.35
    /// BCP 47 tag of the text's language, such as `ja`, where it decides on the shapes of characters.
    public var language: String?

    /// Makes a caption that looks like a classic meme's; change what should look otherwise.
    public init(_ text: String, in box: UnitBox = .whole) {
        self.text = text
        self.box = box
    }
}
