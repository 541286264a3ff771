public import PostcardImaging

/// The positions of all glyphs of a caption: a value to inspect, to compare and to draw.
///
/// Positions are whole numbers, ``unitsPerEm`` to the size, and so the same on every machine for the same fonts.
public struct TextLayout: Sendable {
    /// The number of units that the size is divided into.
    public static let unitsPerEm = 65_536

    /// One glyph of a line.
    public struct Glyph: Hashable, Sendable {
        /// Index into ``TextLayout/typefaces``.
        public var typeface: Int
        /// The glyph's number in its font; 0 is the box that stands for a character no font has.
        public var id: UInt32
        /// The distance to the right of the line's beginning, in units.
        public var x: Int
        /// The height above the baseline, in units.
        public var y: Int
        /// The colour that a mark in the text gives it; `nil` for the caption's.
        public var color: Color?
        /// The number of its word in the text, for a caption that appears in parts; else 0.
        public var word = 0
        /// `true` for a glyph that stands upright in a column; the others of a column are turned clockwise by a quarter.
        public var isUpright = false
    }

    /// One line.
    public struct Line: Hashable, Sendable {
        /// The characters of the line in reading order, without white space at its end and the hyphen of a divided word.
        public var text: String
        /// The glyphs from left to right.
        public var glyphs: [Glyph]
        /// The width from its beginning to the end of the last advance, in units.
        public var width: Int
    }

    /// A font and how large it is set.
    public struct Face: Sendable {
        /// The font.
        public var typeface: Typeface
        /// The size of the font, in units: fallback fonts are scaled to the first one's height of capitals.
        public var scale: Int
        /// The height of its glyphs' origins above the baseline, in units: emoji stand in the middle of the capitals.
        public var raise: Int
        /// `true` if the letters are made heavier than the font has them.
        public var isBold = false
        /// `true` if the letters are slanted that are upright in the font.
        public var isSlanted = false
    }

    /// `true` if the lines are columns, from right to left: what is said of a line holds for it turned clockwise by a quarter, its
    /// beginning at the top and its baseline in the middle of the column.
    public var isVertical = false
    /// The lines from top to bottom.
    public var lines: [Line] = []
    /// The fonts in use; the first is the wanted one.
    public var typefaces: [Face]
    /// Pixels in an em, a multiple of 1/64.
    public var size: Double = 0
    /// The ink above the first baseline, in units; never less than the height of capitals.
    public var above = 0
    /// The ink below the last baseline, in units.
    public var below = 0
    /// The distance from baseline to baseline, in units.
    public var leading = 0
    /// The end of the text, when not all of it fits at the smallest size.
    public var unfitted = ""
    /// Characters that no font has, in order of appearance, each once. They are drawn as plain boxes.
    public var missing: [String]

    /// The height from the top of the first line's ink to the bottom of the last line's, in units.
    public var height: Int { lines.isEmpty ? 0 : above + (lines.count - 1) * leading + below }

    /// `true` if more of the text fits than in another layout, or as much of it at a larger size.
    func isBetter(than other: TextLayout) -> Bool {
        (-unfitted.count, size) > (-other.unfitted.count, other.size)
    }

    /// Pixels in a unit.
    public var pixelsPerUnit: Double { size / Double(Self.unitsPerEm) }
}
