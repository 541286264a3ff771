/// A matrix of three rows and three columns.
struct Matrix3 {
    let columns: [SIMD3<Double>]

    init(_ columns: [SIMD3<Double>]) { self.columns = columns }

    init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) { columns = [first, second, third] }

    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        matrix.columns[0] * vector.x + matrix.columns[1] * vector.y + matrix.columns[2] * vector.z
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 { Matrix3(right.columns.map { left * $0 }) }

    /// The inverse matrix; `nil` if the matrix has no inverse.
    var inverse: Matrix3? {
        /// Returns a row of the cofactor matrix: the cross product of the other two columns.
        func row(_ index: Int) -> SIMD3<Double> {
            let (a, b) = (columns[(index + 1) % 3], columns[(index + 2) % 3])
            return SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let determinant = (columns[0] * row(0)).sum()
        guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
        return Matrix3((0..<3).map { SIMD3(row(0)[$0], row(1)[$0], row(2)[$0]) / determinant })
    }
}
