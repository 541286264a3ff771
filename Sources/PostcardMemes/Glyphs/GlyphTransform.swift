/// A transform from font units with y upward to pixels with y downward: scale, rotation and offset.
struct GlyphTransform {
    private let x: SIMD2<Float>
    private let y: SIMD2<Float>
    private let offset: SIMD2<Float>

    /// - Parameters:
    ///   - scale: the pixels per font unit.
    ///   - rotation: the rotation, clockwise on the picture.
    ///   - offset: the position of the origin, in pixels.
    ///   - slant: the shift of a point to the right for each unit of height above `middle`.
    ///   - middle: the height that is not shifted, in font units.
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
