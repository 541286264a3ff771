/// Letters of a font that are made heavier or slanted, where the font has none that are so.
extension TextLayout.Face {
    /// By how much each letter is wider than in its font, in units.
    var extraAdvance: Int { isBold ? typeface.units(typeface.boldness, scale: scale) : 0 }

    /// The glyphs of a run with the room that heavier letters take. Marks, which have no room of their own, stay with their letters.
    func widened(_ glyphs: [Shaper.Glyph], isRightToLeft: Bool) -> [Shaper.Glyph] {
        let extra = extraAdvance
        guard extra > 0 else { return glyphs }
        return glyphs.map { glyph in
            var glyph = glyph
            if glyph.advance > 0 {
                glyph.advance += extra
                glyph.x += extra / 2
            } else {
                glyph.x += isRightToLeft ? extra / 2 : -extra / 2
            }
            return glyph
        }
    }

    /// The ink that a glyph has beyond its box in the font, in font units.
    func extraInk(of box: InkBox) -> (left: Int, right: Int) {
        let bold = isBold ? typeface.boldness / 2 : 0
        guard isSlanted else { return (bold, bold) }
        let middle = Double(typeface.capHeight) / 2
        func lean(_ height: Int) -> Int { Int((Typeface.slant * (Double(height) - middle)).rounded()) }
        return (bold - lean(-box.below), bold + lean(box.above))
    }
}

extension Typeface {
    /// By how much slanted letters lean to the right for their height: the tangent of 12°.
    static let slant = 0.2126

    /// By how much bold letters are wider than the font's, in font units.
    var boldness: Int { unitsPerEm * 5 / 100 }
}
