/// A shape of straight and curved pieces, in font units with y upwards. Contours are closed.
struct GlyphOutline: Sendable {
    /// How the next points continue a contour.
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
