/// A transform from font units with y upwards to pixels with y downwards: scale, rotation and offset.
struct GlyphTransform {
    private let x: SIMD2<Float>
    private let y: SIMD2<Float>
    private let offset: SIMD2<Float>

    /// - Parameters:
    ///   - scale: pixels in a font unit.
    ///   - rotation: turns clockwise as seen.
    ///   - offset: where the origin goes, in pixels.
    ///   - slant: how far a point moves to the right for its height above `middle`.
    ///   - middle: the height that stays in its place, in font units.
    init(
        scale: Float, rotation: Rotation = .none, offset: SIMD2<Float> = .zero, slant: Float = 0, middle: Float = 0
    ) {
        x = SIMD2(Float(rotation.cosine), Float(rotation.sine)) * scale
        y = SIMD2(Float(rotation.sine), -Float(rotation.cosine)) * scale + x * slant
        self.offset = offset - x * (slant * middle)
    }

    @inline(__always)
    func apply(_ point: SIMD2<Float>) -> SIMD2<Float> {
        x * point.x + y * point.y + offset
    }
}
