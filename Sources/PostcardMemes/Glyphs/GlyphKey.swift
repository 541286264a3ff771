import PostcardImaging

/// The cache key of a drawn glyph: all that its pixels depend on.
struct GlyphKey: Hashable, Sendable {
    /// `Typeface.number`.
    var typeface: Int
    var glyph: UInt32
    /// Pixels in an em, in 64ths.
    var size: Int32
    /// The width of the outline in pixels, in 64ths; 0 for the fill.
    var radius: Int32
    var rotation: Rotation
    /// Quarters of a pixel, 0 to 3, to the right and down.
    var shiftX: UInt8
    var shiftY: UInt8
    /// `true` if it is made heavier than in the font.
    var isBold = false
    /// `true` if it is slanted to the right.
    var isSlanted = false
    /// The part that a coloured glyph larger than its canvas shows, counted from its origin; `nil` for all of it.
    var clip: PixelRect?
}
