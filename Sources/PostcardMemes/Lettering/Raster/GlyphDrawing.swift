internal import PostcardImaging

/// Draws one glyph round its origin.
enum GlyphDrawing {
    /// No chord is further than this from its curve, in pixels.
    private static let tolerance: Float = 1 / 32

    /// The glyph, or the glyph with its outline when `key` has a radius.
    static func image(of typeface: Typeface, key: GlyphKey, rotation: Rotation) throws(MemeError) -> GlyphImage {
        if let bitmap = try typeface.bitmap(of: key.glyph, size: Double(key.size) / 64) {
            return image(of: bitmap, key: key, rotation: rotation)
        }
        guard let outline = try typeface.outline(of: key.glyph) else { return .empty }
        return GlyphImage(mask: mask(of: outline, unitsPerEm: typeface.unitsPerEm, key: key, rotation: rotation))
    }

    private static func image(of bitmap: ColorBitmap, key: GlyphKey, rotation: Rotation) -> GlyphImage {
        let shift = SIMD2(Float(key.shiftX), Float(key.shiftY)) / 4
        let image = bitmap.drawn(size: Float(key.size) / 64, rotation: rotation, shift: shift)
        guard key.radius > 0 else { return image }
        let radius = Float(key.radius) / 64
        let margin = Int(radius.rounded(.up)) + 1
        let inner = image.mask
        var mask = Mask(
            x: inner.x - margin, y: inner.y - margin, width: inner.width + 2 * margin, height: inner.height + 2 * margin)
        mask.formUnion(inner)
        let segments = AlphaContour.segments(
            of: inner.coverage, width: inner.width, height: inner.height, margin: margin)
        mask.coverage = OutlineRasterizer.coverage(
            of: segments, radius: radius, fill: mask.coverage, width: mask.width, height: mask.height)
        return GlyphImage(mask: mask)
    }

    private static func mask(of outline: GlyphOutline, unitsPerEm: Int, key: GlyphKey, rotation: Rotation) -> Mask {
        let shift = SIMD2(Float(key.shiftX), Float(key.shiftY)) / 4
        let scale = Float(key.size) / 64 / Float(unitsPerEm)
        let measured = OutlineSegments(
            outline, GlyphTransform(scale: scale, rotation: rotation, offset: shift), tolerance: tolerance)
        guard !measured.isEmpty else { return Mask(x: 0, y: 0, width: 0, height: 0) }
        let radius = Float(key.radius) / 64
        let margin = key.radius == 0 ? 0 : radius + 1
        let left = Int((measured.minimum.x - margin).rounded(.down))
        let top = Int((measured.minimum.y - margin).rounded(.down))
        let width = Int((measured.maximum.x + margin).rounded(.up)) - left
        let height = Int((measured.maximum.y + margin).rounded(.up)) - top
        let segments = measured.moved(by: SIMD2(Float(-left), Float(-top)))
        var coverage = CoverageRasterizer.coverage(of: segments, width: width, height: height)
        if key.radius > 0 {
            coverage = OutlineRasterizer.coverage(of: segments, radius: radius, fill: coverage, width: width, height: height)
        }
        return Mask(x: left, y: top, width: width, height: height, coverage: coverage)
    }
}
