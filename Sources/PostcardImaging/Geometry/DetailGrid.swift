/// The share of the detail of pictures that lies in each part of them: `Focus.detail` in two directions.
///
/// Detail in the middle counts more than at the edges, because that is where what was photographed is more often than not: a quarter
/// in the corners, half in the middles of the edges.
package struct DetailGrid: Sendable {
    /// Pixels of the longer side of the pictures that are measured: noise is gone, and it takes little time.
    package static let pictureSide = 256
    /// Cells in each direction.
    private static let side = 32
    /// The weight of detail at the middle of an edge.
    private static let edgeWeight = 0.5

    /// The detail above and to the left of each corner of a cell, in parts of all.
    private var sums = [Double](repeating: 0, count: (side + 1) * (side + 1))

    /// Measures pictures that are shown in the same place, such as frames of an animation. All count alike.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`, or `interrupted` within `ImageWork`.
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

    /// The part of all detail that lies in a rectangle, 0 to 1. Its edges are fractions of the picture's sides.
    package func share(left: Double, top: Double, right: Double, bottom: Double) -> Double {
        sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)
    }

    private func sum(_ x: Double, _ y: Double) -> Double {
        func position(_ value: Double) -> (cell: Int, rest: Double) {
            let place = min(1, max(0, value)) * Double(Self.side)
            let cell = min(Self.side - 1, Int(place))
            return (cell, place - Double(cell))
        }
        let (x, y) = (position(x), position(y))
        func corner(_ dx: Int, _ dy: Int) -> Double { sums[(y.cell + dy) * (Self.side + 1) + x.cell + dx] }
        let upper = corner(0, 0) * (1 - x.rest) + corner(1, 0) * x.rest
        let lower = corner(0, 1) * (1 - x.rest) + corner(1, 1) * x.rest
        return upper * (1 - y.rest) + lower * y.rest
    }
}
