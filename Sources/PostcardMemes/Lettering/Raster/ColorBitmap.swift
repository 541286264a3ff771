/// A coloured glyph as its font has it: premultiplied `0xAARRGGBB`.
struct ColorBitmap: Sendable {
    /// A side that a bitmap may have. The largest in use have 160 pixels.
    static let maximumSide = 1_024

    var width: Int
    var height: Int
    /// From the glyph's origin to the left edge, in pixels of the bitmap.
    var left: Int
    /// From the baseline up to the top edge, in pixels of the bitmap.
    var top: Int
    /// Pixels of the bitmap in an em.
    var pixelsPerEm: Int
    var pixels: [UInt32]
}
