/// A glyph on a canvas, positioned to a quarter of a pixel.
struct PlacedGlyph {
    let x: Int
    let y: Int
    let glyph: TextLayout.Glyph
    /// The number of the glyph's line.
    let line: Int
    /// The cache key of the glyph without an outline.
    let key: GlyphKey

    /// `position` is the position of the glyph's origin in pixels. `size` is the text size in pixels per em.
    init(
        _ position: SIMD2<Double>, _ glyph: TextLayout.Glyph, of face: TextLayout.Face, line: Int, size: Double,
        rotation: Rotation
    ) {
        let size = size * Double(face.scale) / Double(TextLayout.unitsPerEm)
        self.glyph = glyph
        self.line = line
        let quarters = (x: Int((position.x * 4).rounded(.down)), y: Int((position.y * 4).rounded(.down)))
        x = quarters.x >> 2
        y = quarters.y >> 2
        key = GlyphKey(
            typeface: face.typeface.number, glyph: glyph.id, size: Int32((size * 64).rounded()), radius: 0,
            rotation: rotation, shiftX: UInt8(quarters.x & 3), shiftY: UInt8(quarters.y & 3), isBold: face.isBold,
            isSlanted: face.isSlanted)
    }
}
