/// A piece of a glyph outline, which starts where the previous piece ends. Points are in font units with y upward; contours are closed.
enum OutlinePiece {
    /// Starts a contour at a point.
    case move(SIMD2<Float>)
    /// A straight line to a point.
    case line(SIMD2<Float>)
    /// A quadratic Bézier curve, given by its control point and end.
    case quadratic(SIMD2<Float>, SIMD2<Float>)
    /// A cubic Bézier curve, given by its two control points and end.
    case cubic(SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
}
