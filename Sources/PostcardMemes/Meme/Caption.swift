public import PostcardImaging

/// A block of text on a picture and how it looks.
public struct Caption: Hashable, Sendable {
    /// What is written. Line ends are kept, other lines are broken where they look best.
    public var text: String
    /// Where the text stands; it is made as large as fits.
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
    /// How the letters are written.
    public var letterCase: LetterCase = .asTyped
    /// Where lines stand in the box from left to right.
    public var alignment: HorizontalAlignment = .center
    /// Where the lines stand in the box from top to bottom.
    public var verticalAlignment: VerticalAlignment = .middle
    /// Degrees clockwise, round the middle of the box.
    public var angle: Double = 0
    /// 0 (not to be seen) to 1.
    public var opacity: Double = 1
    /// From baseline to baseline, in heights of capitals. Lines that would touch are set further apart.
    public var lineSpacing: Double = 1.2
    /// BCP 47 tag of the text's language, such as `ja`, where it decides on the shapes of characters.
    public var language: String?

    /// Makes a caption that looks like a classic meme's; change what should look otherwise.
    public init(_ text: String, in box: UnitBox) {
        self.text = text
        self.box = box
    }
}

extension Caption {
    /// A line of even width round the letters.
    public struct Outline: Hashable, Sendable {
        /// Its colour.
        public var color: Color
        /// How far it reaches beyond the letters, in fractions of the size, 0 to 0.5.
        public var width: Double

        /// Makes an outline; a sixteenth of the size is a meme's.
        public init(color: Color = .black, width: Double = 1.0 / 16) {
            self.color = color
            self.width = width
        }
    }

    /// Where lines stand in a box from left to right.
    public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable, Codable {
        /// At the left edge.
        case left
        /// In the middle.
        case center
        /// At the right edge.
        case right
    }

    /// Where lines stand in a box from top to bottom.
    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable, Codable {
        /// At the top edge.
        case top
        /// In the middle.
        case middle
        /// At the bottom edge.
        case bottom
    }
}
