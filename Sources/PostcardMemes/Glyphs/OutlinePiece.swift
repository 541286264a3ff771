/// A piece of a glyph's outline, which begins where the one before it ends. Points are in font units with y upwards; contours are closed.
enum OutlinePiece {
    /// Begins a contour at a point.
    case move(SIMD2<Float>)
    /// A straight line to a point.
    case line(SIMD2<Float>)
    /// A quadratic Bézier curve: control point, end.
    case quadratic(SIMD2<Float>, SIMD2<Float>)
    /// A cubic Bézier curve: two control points, end.
    case cubic(SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
}
