import PostcardImaging

/// Draws one glyph around its origin.
enum GlyphDrawing {
    /// The maximum distance of a chord from its curve, in pixels.
    private static let tolerance: Float = 1 / 32

    /// The maximum number of pixels in a drawn glyph.
    static let maximumArea: Float = 67_108_864
    /// The maximum number of pixels that the edges of a glyph touch, counted per edge: far more than the densest real glyph needs, and well
    /// under a second of work.
    private static let maximumWork: Float = 1_073_741_824

    /// Returns the glyph without an outline.
    static func fill(of typeface: Typeface, key: GlyphKey) throws -> GlyphImage {
        if let bitmap = try typeface.bitmap(of: key.glyph, size: Double(key.size) / 64) {
            let shift = SIMD2(Float(key.shiftX), Float(key.shiftY)) / 4
            return try bitmap.drawn(size: Float(key.size) / 64, rotation: key.rotation, shift: shift, clip: key.clip)
        }
        guard let segments = try segments(of: typeface, key: key) else { return .empty }
        let low = segments.minimum.rounded(.down)
        let high = segments.maximum.rounded(.up)
        let width = Int(high.x - low.x)
        let height = Int(high.y - low.y)
        let coverage = CoverageRasterizer.coverage(of: segments.moved(by: -low), width: width, height: height)
        return GlyphImage(mask: Mask(x: Int(low.x), y: Int(low.y), width: width, height: height, coverage: coverage))
    }

    /// Returns the glyph with an outline whose radius is in `key`. `fill` is the glyph without an outline.
    static func outlined(_ fill: GlyphImage, of typeface: Typeface, key: GlyphKey) throws(MemeError) -> GlyphImage {
        guard fill.mask.width > 0 else { return .empty }
        let radius = Float(key.radius) / 64
        let margin = Int(radius.rounded(.up)) + 1
        let inner = fill.mask
        var mask = Mask(
            x: inner.x - margin, y: inner.y - margin, width: inner.width + 2 * margin, height: inner.height + 2 * margin
        )
        mask.formUnion(inner)
        let edges: OutlineSegments
        if fill.colors != nil {
            edges = AlphaContour.segments(of: inner.coverage, width: inner.width, height: inner.height, margin: margin)
        } else if let segments = try segments(of: typeface, key: key) {
            edges = segments.moved(by: SIMD2(Float(-mask.x), Float(-mask.y)))
        } else {
            return .empty
        }
        mask.coverage = OutlineRasterizer.coverage(of: edges, radius: radius, around: mask)
        return GlyphImage(mask: mask)
    }

    private static func segments(of typeface: Typeface, key: GlyphKey) throws(MemeError) -> OutlineSegments? {
        guard let outline = try typeface.outline(of: key.glyph, isBold: key.isBold) else { return nil }
        let transform = GlyphTransform(
            scale: Float(key.size) / 64 / Float(typeface.unitsPerEm), rotation: key.rotation,
            offset: SIMD2(Float(key.shiftX), Float(key.shiftY)) / 4,
            slant: key.isSlanted ? Float(Typeface.slant) : 0, middle: Float(typeface.capHeight) / 2)
        let segments = OutlineSegments(outline, transform, tolerance: tolerance)
        guard !segments.isEmpty else { return nil }
        let margin = Float(key.radius) / 32 + 4
        let extent = segments.maximum - segments.minimum + margin
        let perimeter = segments.perimeter + Float(segments.points.count) * margin
        guard extent.x * extent.y <= maximumArea, perimeter * margin <= maximumWork else {
            throw MemeError(
                .invalidFont,
                "Glyph \(key.glyph) in the font is too large or too complex to draw at \(key.size / 64) pixels. Use another font."
            )
        }
        return segments
    }
}
