/// A glyph on a canvas: a whole pixel, and quarters of a pixel within it.
struct PlacedGlyph {
    let x: Int
    let y: Int
    let rotation: Rotation
    private let fillKey: GlyphKey

    /// `position` is that of the glyph's origin in pixels. `size` is in pixels of an em.
    init(_ position: SIMD2<Double>, typeface: Int, glyph: UInt32, size: Double, rotation: Rotation) {
        let quarters = (x: Int((position.x * 4).rounded(.down)), y: Int((position.y * 4).rounded(.down)))
        x = quarters.x >> 2
        y = quarters.y >> 2
        self.rotation = rotation
        fillKey = GlyphKey(
            typeface: typeface, glyph: glyph, size: Int32((size * 64).rounded()), radius: 0,
            rotation: rotation.hundredths,
            shiftX: UInt8(quarters.x & 3), shiftY: UInt8(quarters.y & 3))
    }

    /// The cache key of the glyph with an outline of `radius` 64ths of a pixel.
    func key(radius: Int32) -> GlyphKey {
        var key = fillKey
        key.radius = radius
        return key
    }
}
