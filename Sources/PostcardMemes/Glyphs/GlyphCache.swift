import PostcardImaging
import Synchronization

/// A cache of drawn glyphs, bounded in bytes.
///
/// Two generations: what is asked for moves to the young one; when that is full it becomes the old one, and the old one is
/// forgotten. So what is in use stays, at the cost of one look-up.
final class GlyphCache: Sendable {
    private struct Generations {
        var young: [GlyphKey: GlyphImage] = [:]
        var old: [GlyphKey: GlyphImage] = [:]
        var youngByteCount = 0
        var oldByteCount = 0

        mutating func insert(_ image: GlyphImage, for key: GlyphKey, limit: Int) {
            // A dictionary's slot and an array's head take about as much as a tiny glyph.
            let byteCount = image.byteCount + 160
            guard young[key] == nil, byteCount <= limit else { return }
            if youngByteCount + byteCount > limit {
                (old, oldByteCount) = (young, youngByteCount)
                (young, youngByteCount) = ([:], 0)
            }
            young[key] = image
            youngByteCount += byteCount
        }
    }

    /// The size of the kept glyphs in bytes.
    var byteCount: Int { generations.withLock { $0.youngByteCount + $0.oldByteCount } }

    private let generations = Mutex(Generations())
    private let generationByteCount: Int

    init(byteCount: Int) {
        generationByteCount = byteCount / 2
    }

    /// The images for `keys`, made by `draw`, which gets the index of a key, where they are not known. Drawing happens outside of
    /// the lock.
    func images(for keys: [GlyphKey], draw: (Int) throws -> GlyphImage) throws -> [GlyphImage] {
        var images = generations.withLock { generations in
            keys.map { key -> GlyphImage? in
                if let image = generations.young[key] { return image }
                guard let image = generations.old[key] else { return nil }
                generations.insert(image, for: key, limit: generationByteCount)
                return image
            }
        }
        var drawn: [GlyphKey: GlyphImage] = [:]
        for index in keys.indices where images[index] == nil {
            let image = try drawn[keys[index]] ?? draw(index)
            drawn[keys[index]] = image
            images[index] = image
        }
        if !drawn.isEmpty {
            generations.withLock { generations in
                for (key, image) in drawn { generations.insert(image, for: key, limit: generationByteCount) }
            }
        }
        return images.compactMap(\.self)
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
