/// The distribution of detail in pictures, measured like `Focus.detail`, but in both directions at once.
///
/// Detail in the middle has the highest weight, because subjects are usually there. The weight is a quarter in the corners, and half in the
/// middle of each edge.
package struct DetailGrid: Sendable {
    /// The longer side, in pixels, of the measured pictures: small enough to remove noise and to take little time.
    package static let pictureSide = 256
    /// The number of cells in each direction.
    private static let side = 32
    /// The weight of detail at the middle of an edge.
    private static let edgeWeight = 0.5

    /// The share of all detail above and to the left of each cell corner.
    private var sums = [Double](repeating: 0, count: (side + 1) * (side + 1))

    /// Measures pictures that are shown in the same position, such as frames of an animation. All pictures have the same weight.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` or, within `ImageWork`, `interrupted`.
    package init(of pictures: [Image]) throws(ImageError) {
        let side = Self.side
        var cells = [Double](repeating: 0, count: side * side)
        for picture in pictures {
            let small = try picture.resized(Resize(into: .square(Self.pictureSide)), filter: .box)
            let size = small.size
            var found = [Int](repeating: 0, count: side * side)
            DetailMap.forEachPixel(of: small) { x, y, detail in
                found[y * side / size.height * side + x * side / size.width] += detail
            }
            let all = found.reduce(0, +)
            guard all > 0 else { continue }
            for index in cells.indices { cells[index] += Double(found[index]) / Double(all) }
        }
        func weight(_ index: Int) -> Double {
            1 - (1 - Self.edgeWeight) * abs((Double(index) + 0.5) / Double(side) * 2 - 1)
        }
        for y in 0..<side {
            var row = 0.0
            for x in 0..<side {
                row += cells[y * side + x] * weight(x) * weight(y)
                sums[(y + 1) * (side + 1) + x + 1] = sums[y * (side + 1) + x + 1] + row
            }
        }
        let all = sums[sums.count - 1]
        guard all > 0 else { return }
        for index in sums.indices { sums[index] /= all }
    }

    /// Returns the share of all detail in a rectangle, 0 to 1. The corners of the rectangle are fractions of the picture's sides.
    package func share(from low: SIMD2<Double>, to high: SIMD2<Double>) -> Double {
        sum(high) - sum(SIMD2(low.x, high.y)) - sum(SIMD2(high.x, low.y)) + sum(low)
    }

    private func sum(_ corner: SIMD2<Double>) -> Double {
        let place = corner.clamped(lowerBound: .zero, upperBound: .one) * Double(Self.side)
        let cell = pointwiseMin(place.rounded(.down), SIMD2(repeating: Double(Self.side - 1)))
        let rest = place - cell
        func value(_ dx: Int, _ dy: Int) -> Double { sums[(Int(cell.y) + dy) * (Self.side + 1) + Int(cell.x) + dx] }
        let upper = value(0, 0) * (1 - rest.x) + value(1, 0) * rest.x
        let lower = value(0, 1) * (1 - rest.x) + value(1, 1) * rest.x
        return upper * (1 - rest.y) + lower * rest.y
    }
}
