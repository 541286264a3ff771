import PostcardImaging

/// A drawn glyph, relative to its origin.
struct GlyphImage: Sendable {
    static let empty = GlyphImage(mask: Mask(x: 0, y: 0, width: 0, height: 0), colors: nil)

    /// The coverage of the glyph.
    var mask: Mask
    /// The pixels of a color glyph in the rectangle of the mask, as premultiplied `0xAARRGGBB`.
    var colors: [UInt32]?

    var byteCount: Int { mask.coverage.count + (colors?.count ?? 0) * 4 }
}
