/// A shape of straight and curved pieces, in font units with y upwards. Contours are closed.
struct GlyphOutline: Sendable {
    /// The segment by which the next points continue a contour.
    enum Verb: UInt8 {
        /// Begins a contour at a point.
        case move
        /// A straight piece to a point.
        case line
        /// A quadratic Bézier curve: control point, end.
        case quadratic
        /// A cubic Bézier curve: two control points, end.
        case cubic
    }

    var verbs: [Verb] = []
    var points: [SIMD2<Float>] = []
}

/// From font units with y upwards to pixels with y downwards: scale, turn and move.
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
