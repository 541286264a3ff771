/// The share of the detail of pictures that lies in each part of them: `Focus.detail` in two directions.
///
/// Detail in the middle counts more than at the edges, because subjects usually are there: a quarter in the corners, half in the
/// middles of the edges.
package struct DetailGrid: Sendable {
    /// The longer side of the pictures that are measured, in pixels: small enough to lose noise and to take little time.
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

    /// The part of all detail that lies in a rectangle, 0 to 1. Its corners are in fractions of the picture's sides.
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

/// The amount of detail in the columns and rows of a picture: sums of differences between neighbours, which are small in skies and
/// walls.
struct DetailMap {
    private(set) var columns: [Int]
    private(set) var rows: [Int]

    init(_ picture: Image) {
        let size = picture.size
        var columns = [Int](repeating: 0, count: size.width)
        var rows = [Int](repeating: 0, count: size.height)
        Self.forEachPixel(of: picture) { x, y, detail in
            columns[x] += detail
            rows[y] += detail
        }
        self.columns = columns
        self.rows = rows
    }

    /// Calls `body` with the differences of each pixel from its right and its lower neighbour, in 256ths.
    @inline(__always)
    static func forEachPixel(of picture: Image, _ body: (_ x: Int, _ y: Int, _ detail: Int) -> Void) {
        let size = picture.size
        picture.withRows { source in
            for y in 0..<size.height {
                let row = source[y]
                let below = source[min(y + 1, size.height - 1)]
                for x in 0..<size.width {
                    let here = lightness(row[x])
                    let right = lightness(row[min(x + 1, size.width - 1)])
                    body(x, y, abs(right - here) + abs(lightness(below[x]) - here))
                }
            }
        }
    }

    /// The start of the window of `length` with the largest sum; of equal ones, the one nearest to the middle.
    static func bestOffset(_ values: [Int], length: Int) -> Int {
        let room = values.count - length
        guard room > 0 else { return 0 }
        var sum = values.prefix(length).reduce(0, +)
        var best = (offset: 0, sum: sum)
        for offset in 1...room {
            sum += values[offset + length - 1] - values[offset - 1]
            let isNearer = abs(2 * offset - room) < abs(2 * best.offset - room)
            if sum > best.sum || sum == best.sum && isNearer { best = (offset, sum) }
        }
        return best.offset
    }

    /// Rec. 601 luma in 256ths, 0 for transparent pixels.
    private static func lightness(_ pixel: Int32) -> Int {
        let bits = Int(pixel)
        guard bits >> 24 & 127 < 64 else { return 0 }
        return (bits >> 16 & 255) * 77 + (bits >> 8 & 255) * 150 + (bits & 255) * 29
    }
}
