package import PostcardImaging

/// The positions of all glyphs of a caption: a value to inspect, to compare and to draw.
///
/// Positions are whole numbers, ``unitsPerEm`` to the size, and so the same on every machine for the same fonts.
package struct TextLayout: Sendable {
    /// The number of units that the size is divided into.
    package static let unitsPerEm = 65_536

    /// One glyph of a line.
    package struct Glyph: Hashable, Sendable {
        /// Index into ``TextLayout/typefaces``.
        package var typeface: Int
        /// The glyph's number in its font; 0 is the box that stands for a character no font has.
        package var id: UInt32
        /// The distance to the right of the line's beginning, in units.
        package var x: Int
        /// The height above the baseline, in units.
        package var y: Int
        /// The colour that a mark in the text gives it; `nil` for the caption's.
        package var color: Color?
        /// The number of its word in the text, for a caption that appears in parts; else 0.
        package var word = 0
        /// `true` for a glyph that stands upright in a column; the others of a column are turned clockwise by a quarter.
        package var isUpright = false
    }

    /// One line.
    package struct Line: Hashable, Sendable {
        /// The characters of the line in reading order, without white space at its end and the hyphen of a divided word.
        package var text: String
        /// The glyphs from left to right.
        package var glyphs: [Glyph]
        /// The width from its beginning to the end of the last advance, in units.
        package var width: Int
    }

    /// A font and how large it is set.
    package struct Face: Sendable {
        /// The font.
        package var typeface: Typeface
        /// The size of the font, in units: fallback fonts are scaled to the first one's height of capitals.
        package var scale: Int
        /// The height of its glyphs' origins above the baseline, in units: emoji stand in the middle of the capitals.
        package var raise: Int
        /// `true` if the letters are made heavier than the font has them.
        package var isBold = false
        /// `true` if the letters are slanted that are upright in the font.
        package var isSlanted = false
    }

    /// `true` if the lines are columns, from right to left: what is said of a line holds for it turned clockwise by a quarter, its
    /// beginning at the top and its baseline in the middle of the column.
    package var isVertical = false
    /// The lines from top to bottom.
    package var lines: [Line] = []
    /// The fonts in use; the first is the wanted one.
    package var typefaces: [Face]
    /// Pixels in an em, a multiple of 1/64.
    package var size: Double = 0
    /// The ink above the first baseline, in units; never less than the height of capitals.
    package var above = 0
    /// The ink below the last baseline, in units.
    package var below = 0
    /// The distance from baseline to baseline, in units.
    package var leading = 0
    /// The end of the text, when not all of it fits at the smallest size.
    package var unfitted = ""
    /// Characters that no font has, in order of appearance, each once. They are drawn as plain boxes.
    package var missing: [String]

    /// The height from the top of the first line's ink to the bottom of the last line's, in units.
    package var height: Int { lines.isEmpty ? 0 : above + (lines.count - 1) * leading + below }

    /// `true` if more of the text fits than in another layout, or as much of it at a larger size.
    func isBetter(than other: TextLayout) -> Bool {
        (-unfitted.count, size) > (-other.unfitted.count, other.size)
    }

    /// Pixels in a unit.
    package var pixelsPerUnit: Double { size / Double(Self.unitsPerEm) }
}

/// A printed layout has no glyphs and fonts, which would be a megabyte of text.
extension TextLayout: CustomReflectable {
    package var customMirror: Mirror {
        Mirror(
            self,
            children: ["size": size, "lines": lines.map(\.text), "unfitted": unfitted, "missing": missing],
            displayStyle: .struct)
    }
}
