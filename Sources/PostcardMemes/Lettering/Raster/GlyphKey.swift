/// What decides on the pixels of a drawn glyph.
struct GlyphKey: Hashable, Sendable {
    /// `Typeface.number`.
    var typeface: Int
    var glyph: UInt32
    /// Pixels in an em, in 64ths.
    var size: Int32
    /// Of the outline in pixels, in 64ths; 0 for the fill.
    var radius: Int32
    /// Hundredths of a degree.
    var rotation: Int32
    /// Quarters of a pixel, 0 to 3, to the right and down.
    var shiftX: UInt8
    var shiftY: UInt8
}
