import PostcardCore

/// A cache of drawn glyphs.
typealias GlyphCache = LRUCache<GlyphKey, GlyphImage>

extension GlyphCache {
    /// Returns the images for `keys`. Missing images are drawn by `draw`, which receives the index of the key.
    func images(for keys: [GlyphKey], draw: (Int) throws -> GlyphImage) throws -> [GlyphImage] {
        // Large images might not stay in the cache.
        var drawn: [GlyphKey: GlyphImage] = [:]
        return try keys.enumerated().map { index, key in
            if let image = drawn[key] ?? value(for: key) { return image }
            let image = try draw(index)
            drawn[key] = image
            // The cache's bookkeeping takes about as much memory per glyph as a tiny glyph itself.
            insert(image, bytes: image.byteCount + 160, for: key)
            return image
        }
    }
}
