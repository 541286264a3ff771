import PostcardCore
import PostcardImaging

/// Drawn glyphs.
typealias GlyphCache = LRUCache<GlyphKey, GlyphImage>

extension GlyphCache {
    /// The images for `keys`, made by `draw`, which gets the index of a key, where they are not known.
    func images(for keys: [GlyphKey], draw: (Int) throws -> GlyphImage) throws -> [GlyphImage] {
        // Some may be too large to be kept.
        var drawn: [GlyphKey: GlyphImage] = [:]
        return try keys.enumerated().map { index, key in
            if let image = drawn[key] ?? value(for: key) { return image }
            let image = try draw(index)
            drawn[key] = image
            // The cache's own memory for a glyph is about as much as a tiny one.
            insert(image, bytes: image.byteCount + 160, for: key)
            return image
        }
    }
}

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

/// A drawn glyph, around its origin.
struct GlyphImage: Sendable {
    static let empty = GlyphImage(mask: Mask(x: 0, y: 0, width: 0, height: 0), colors: nil)

    /// The coverage of the glyph.
    var mask: Mask
    /// The pixels of a coloured glyph over the same rectangle, premultiplied `0xAARRGGBB`.
    var colors: [UInt32]?

    var byteCount: Int { mask.coverage.count + (colors?.count ?? 0) * 4 }
}
