package import PostcardImaging

/// The positions of all glyphs of a caption, as a value that can be inspected, compared and drawn.
///
/// Positions are integers, in units of the text size divided by ``unitsPerEm``, so they are the same on every machine with the same fonts.
package struct TextLayout: Sendable {
    /// The number of units in the text size.
    package static let unitsPerEm = 65_536

    /// One glyph of a line.
    package struct Glyph: Hashable, Sendable {
        /// The index into ``TextLayout/typefaces``.
        package var typeface: Int
        /// The glyph's number in its font; 0 is the box for a character that no font has.
        package var id: UInt32
        /// The distance to the right from the start of the line, in units.
        package var x: Int
        /// The height above the baseline, in units.
        package var y: Int
        /// The color from the markup in the text; `nil` for the caption's color.
        package var color: Color?
        /// The number of the glyph's word if the caption appears in parts; otherwise 0.
        package var word = 0
        /// True if the glyph is upright in a column. Other glyphs in a column are rotated clockwise by a quarter turn.
        package var isUpright = false
    }

    /// One line.
    package struct Line: Hashable, Sendable {
        /// The characters of the line in reading order, without trailing white space and without the hyphen of a split word.
        package var text: String
        /// The glyphs from left to right.
        package var glyphs: [Glyph]
        /// The width from the start to the end of the last advance, in units.
        package var width: Int
    }

    /// A font and its size.
    package struct Face: Sendable {
        /// The font.
        package var typeface: Typeface
        /// The size of the font, in units. Fallback fonts are scaled to the cap height of the first font.
        package var scale: Int
        /// The height of the glyphs' origins above the baseline, in units. Emoji are centered on the capitals.
        package var raise: Int
        /// True if letters are drawn bolder than in the font.
        package var isBold = false
        /// True if the upright letters of the font are drawn slanted.
        package var isSlanted = false
        /// The width of the outline, relative to that of the caption. Dense characters need a thinner outline.
        package var outlineShare = 1.0

        /// The height of capitals, in units.
        var capHeight: Int { typeface.units(typeface.capHeight, scale: scale) }

        /// Returns the text size at which capitals have this height in pixels.
        func size(withCapHeight height: Double) -> Double { height * Double(unitsPerEm) / Double(capHeight) }
    }

    /// True if the lines are columns, from right to left. The properties of a line then apply to the line rotated clockwise by a quarter
    /// turn: the line starts at the top, and its baseline is in the middle of the column.
    package var isVertical = false
    /// The lines from top to bottom.
    package var lines: [Line] = []
    /// The fonts in use, starting with the caption's own font.
    package var typefaces: [Face]
    /// The size in pixels per em, a multiple of 1/64.
    package var size: Double = 0
    /// The height of the ink above the first baseline, in units; at least the cap height.
    package var above = 0
    /// The height of the ink below the last baseline, in units.
    package var below = 0
    /// The distance between baselines, in units.
    package var leading = 0
    /// The rest of the text, which does not fit at the minimum size.
    package var unfitted = ""
    /// The characters that no font has, in order of appearance, without duplicates. These characters are drawn as plain boxes.
    package var missing: [String]

    /// The height from the top of the first line's ink to the bottom of the last line's ink, in units.
    package var height: Int { lines.isEmpty ? 0 : above + (lines.count - 1) * leading + below }

    /// The height of the capitals of the caption's own font, in units; at least 1.
    var capHeight: Int {
        let face = typefaces[0]
        return max(1, face.typeface.units(face.typeface.capHeight, scale: face.scale))
    }

    /// True if more of the text fits than in another layout, or if the same amount fits at a larger size.
    func isBetter(than other: TextLayout) -> Bool {
        (-unfitted.count, size) > (-other.unfitted.count, other.size)
    }

    /// The pixels per unit.
    package var pixelsPerUnit: Double { size / Double(Self.unitsPerEm) }
}

/// A printed layout omits glyphs and fonts, which would be a megabyte of text.
extension TextLayout: CustomReflectable {
    package var customMirror: Mirror {
        Mirror(
            self,
            children: ["size": size, "lines": lines.map(\.text), "unfitted": unfitted, "missing": missing],
            displayStyle: .struct)
    }
}
