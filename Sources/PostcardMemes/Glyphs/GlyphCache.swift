import PostcardCore

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
