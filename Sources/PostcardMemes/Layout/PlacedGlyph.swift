import PostcardImaging

/// A glyph on a canvas: a whole pixel, and quarters of a pixel within it.
struct PlacedGlyph {
    let x: Int
    let y: Int
    /// The colour that a mark in the text gives it; `nil` for the caption's.
    let color: Color?
    /// The numbers of its word and its line.
    let word: Int
    let line: Int
    let rotation: Rotation
    private let fillKey: GlyphKey

    /// `position` is that of the glyph's origin in pixels. `size` is in pixels of an em of the text.
    init(
        _ position: SIMD2<Double>, _ glyph: TextLayout.Glyph, of face: TextLayout.Face, line: Int, size: Double,
        rotation: Rotation
    ) {
        let size = size * Double(face.scale) / Double(TextLayout.unitsPerEm)
        color = glyph.color
        word = glyph.word
        self.line = line
        let quarters = (x: Int((position.x * 4).rounded(.down)), y: Int((position.y * 4).rounded(.down)))
        x = quarters.x >> 2
        y = quarters.y >> 2
        self.rotation = rotation
        fillKey = GlyphKey(
            typeface: face.typeface.number, glyph: glyph.id, size: Int32((size * 64).rounded()), radius: 0,
            rotation: rotation.hundredths,
            shiftX: UInt8(quarters.x & 3), shiftY: UInt8(quarters.y & 3), isBold: face.isBold,
            isSlanted: face.isSlanted)
    }

    /// The cache key of the glyph with an outline of `radius` 64ths of a pixel.
    func key(radius: Int32) -> GlyphKey {
        var key = fillKey
        key.radius = radius
        return key
    }
}
