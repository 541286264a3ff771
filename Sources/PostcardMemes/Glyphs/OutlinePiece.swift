/// A piece of a glyph's outline, which starts where the previous one ends. Points are in font units with y upward; contours are closed.
enum OutlinePiece {
    /// Starts a contour at a point.
    case move(SIMD2<Float>)
    /// A straight line to a point.
    case line(SIMD2<Float>)
    /// A quadratic Bézier curve: control point, end.
    case quadratic(SIMD2<Float>, SIMD2<Float>)
    /// A cubic Bézier curve: two control points, end.
    case cubic(SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
}
