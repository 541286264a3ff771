extension TextTypesetter {
    /// Of the side of an upright character, the distance of columns to the height of capitals as that of lines to it.
    private static let columnSpacing = 0.85

    /// The side of an upright character: that of the first font in which characters stand upright.
    private var side: Int {
        let upright = runs.first { $0.orientation == .upright && !typefaces[$0.typeface].typeface.isColor }
        return upright.map { typefaces[$0.typeface].scale } ?? TextLayout.unitsPerEm
    }

    /// The least ink above and below the baseline that room is left for, and the least distance of baselines.
    var least: (above: Int, below: Int, leading: Int) {
        guard isVertical else { return (capHeight, 0, Int(Double(capHeight) * lineSpacing)) }
        let isUpright = runs.contains { $0.orientation == .upright }
        let width = isUpright ? Int(Double(side) * Self.columnSpacing) : capHeight
        return (
            (isUpright ? side : capHeight) / 2, (isUpright ? side : capHeight) / 2, Int(Double(width) * lineSpacing)
        )
    }

    /// Above the baseline; what stands sideways in a column has the middle of its capitals in that of the column.
    func height(of glyph: Shaper.Glyph) -> Int {
        if glyph.isUpright { return glyph.y }
        return glyph.y + typefaces[glyph.typeface].raise - (isVertical ? capHeight / 2 : 0)
    }

    /// Puts glyphs of a line upright beside each other, in the middle of the place that one character takes.
    func combine(_ glyphs: inout [Shaper.Glyph], _ face: TextLayout.Face) {
        let width = glyphs.reduce(0) { $0 + $1.advance }
        let baseline = (side + face.typeface.units(face.typeface.capHeight, scale: face.scale)) / 2
        var pen = -width / 2
        for index in glyphs.indices {
            let glyph = glyphs[index]
            glyphs[index].isUpright = true
            glyphs[index].x = baseline - glyph.y - (index == 0 ? 0 : side)
            glyphs[index].y = pen + glyph.x
            glyphs[index].advance = index == 0 ? side : 0
            pen += glyph.advance
        }
    }
}
