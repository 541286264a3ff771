/// The order in which a file stores the 64 coefficients of a block (T.81, figure A.6).
enum Zigzag {
    /// The raster index, 8 × row + column, of each zigzag position.
    static let naturalOrder: [UInt8] = {
        var order: [UInt8] = []
        for diagonal in 0..<15 {
            let rows = max(0, diagonal - 7)...min(diagonal, 7)
            let ascending = rows.map { UInt8(8 * $0 + diagonal - $0) }
            order += diagonal.isMultiple(of: 2) ? ascending.reversed() : ascending
        }
        return order
    }()
}
