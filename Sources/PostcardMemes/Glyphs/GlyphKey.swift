import PostcardImaging

/// The cache key of a drawn glyph: everything that determines its pixels.
struct GlyphKey: Hashable, Sendable {
    /// `Typeface.number`.
    var typeface: Int
    var glyph: UInt32
    /// The size in 64ths of a pixel per em.
    var size: Int32
    /// The width of the outline in 64ths of a pixel; 0 for the fill.
    var radius: Int32
    var rotation: Rotation
    /// The offset to the right and down in quarters of a pixel, 0 to 3.
    var shiftX: UInt8
    var shiftY: UInt8
    /// True if the glyph is drawn bolder than in the font.
    var isBold = false
    /// True if the glyph is slanted to the right.
    var isSlanted = false
    /// The visible part of a color glyph that is larger than its canvas, relative to the glyph's origin; `nil` for the whole glyph.
    var clip: PixelRect?
}
