extension TextLayout.Face {
    /// Returns a glyph with the extra width of bold letters. Combining marks have no advance and stay with their letters.
    func widened(_ glyph: Shaper.Glyph, isRightToLeft: Bool = false) -> Shaper.Glyph {
        guard isBold, glyph.id != 0 else { return glyph }
        let extra = typeface.units(typeface.boldness, scale: scale)
        var glyph = glyph
        glyph.x = Typeface.stretched(glyph.x)
        if glyph.advance > 0 {
            glyph.advance = Typeface.stretched(glyph.advance) + extra
            glyph.x += extra / 2
        } else {
            glyph.x += isRightToLeft ? extra / 2 : -extra / 2
        }
        return glyph
    }

    /// Returns the positions of the left and right edges of a glyph's ink, in font units. `box` is the box of the ink in the regular font.
    func sides(of box: InkBox) -> (left: Int, right: Int) {
        var (left, right) = (box.left, box.right)
        if isBold {
            left = Typeface.stretched(left) - typeface.boldness / 2
            right = Typeface.stretched(right) + typeface.boldness / 2
        }
        guard isSlanted else { return (left, right) }
        let middle = Double(typeface.capHeight) / 2
        func lean(_ height: Int) -> Int { Int((Typeface.slant * (Double(height) - middle)).rounded()) }
        return (left + lean(-box.below), right + lean(box.above))
    }
}

extension Typeface {
    /// The slope of slanted text: the tangent of 12°.
    static let slant = 0.2126

    /// Returns a horizontal length, stretched for bold text. Bold letters are also wider: heavier strokes alone would close the counters of
    /// letters that are already heavy, as in memes.
    static func stretched(_ length: Int) -> Int { length * 6 / 5 }

    /// The additional weight of vertical strokes in bold letters, in font units.
    var boldness: Int { unitsPerEm / 50 }
}
