/// A Gaussian blur of rows whose pixels have four values. Edge pixels are repeated outside the picture.
///
/// For small sigmas, rows are convolved directly. For large sigmas, a smaller copy is blurred. A cubic B-spline scales the picture down and
/// up again. The spline is smooth and much narrower than the Gaussian, and its variance is subtracted from the Gaussian's. The result
/// differs from a direct convolution by less than 1 of 255 per pixel, and the time per pixel doesn't depend on sigma.
struct GaussianBlur {
    /// The smallest sigma for which a copy is used.
    static let firstReducedSigma = 4.0

    /// The side, in pixels, of the squares that are averaged for the copy; 1 if no copy is used.
    private let factor: Int
    /// The spline weights of four squares, for each position of a pixel in its square.
    private let phases: [SIMD4<Float>]
    /// The weights from the middle outward. The weights and their mirror images add up to 1.
    private let weights: [Float]

    /// - Parameter sigma: the standard deviation in pixels, above 0.
    init(sigma: Double) {
        guard sigma >= Self.firstReducedSigma else {
            factor = 1
            phases = []
            // Weights beyond three sigmas are too small to see.
            weights = Self.weights(sigma: sigma, reach: 3)
            return
        }
        let side = Int(sigma / 2)
        factor = side
        phases = (0..<side).map { Self.spline(at: (Float($0) + 0.5) / Float(side) - 0.5) }
        // A cubic B-spline has a variance of a third of a square's side squared. The spline is applied twice: for scaling down and up.
        let ratio = sigma / Double(side)
        weights = Self.weights(sigma: (ratio * ratio - 2.0 / 3).squareRoot(), reach: 4)
    }

    private static func weights(sigma: Double, reach: Double) -> [Float] {
        let last = max(1, Int((reach * sigma).rounded(.up)))
        let values = (0...last).map { PowerCurve.exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = 2 * values.reduce(0, +) - values[0]
        return values.map { Float($0 / sum) }
    }

    /// Blurs rows.
    ///
    /// - Parameters:
    ///   - load: fills a row. Calls aren't always in row order, and some rows are loaded more than once.
    ///   - store: receives the rows of the result, from the first to the last.
    /// - Throws: `ImageError` with code `interrupted` or `outOfMemory`.
    func apply(
        to size: PixelSize, load: (_ y: Int, _ row: inout [SIMD4<Float>]) -> Void,
        store: (_ y: Int, _ row: [SIMD4<Float>]) -> Void
    ) throws(ImageError) {
        guard factor > 1 else { return try convolve(size, load, store) }
        try spread(try reduced(size, load), over: size, store)
    }

    private func convolve(
        _ size: PixelSize, _ load: (Int, inout [SIMD4<Float>]) -> Void, _ store: (Int, [SIMD4<Float>]) -> Void
    ) throws(ImageError) {
        var ring = [[SIMD4<Float>]]()
        let (reach, last) = (weights.count - 1, size.height - 1)
        var wide = [SIMD4<Float>](repeating: .zero, count: size.width)
        var loaded = 0
        for y in 0...last {
            try ImageWork.checkpoint(row: y, width: size.width * reach)
            while loaded <= min(last, y + reach) {
                load(loaded, &wide)
                ring.append(smoothed(wide))
                loaded += 1
            }
            let first = loaded - ring.count
            for x in wide.indices { wide[x] = ring[y - first][x] * weights[0] }
            for step in 1...reach {
                let (above, below) = (ring[max(0, y - step) - first], ring[min(last, y + step) - first])
                for x in wide.indices { wide[x] = (wide[x] + above[x] * weights[step]) + below[x] * weights[step] }
            }
            store(y, wide)
            if y >= reach { ring.removeFirst() }
        }
    }

    private func smoothed(_ row: [SIMD4<Float>]) -> [SIMD4<Float>] {
        let last = row.count - 1
        return row.indices.map { x in
            var sum = row[x] * weights[0]
            for step in 1..<weights.count {
                sum += (row[max(0, x - step)] + row[min(last, x + step)]) * weights[step]
            }
            return sum
        }
    }
}

extension GaussianBlur {
    /// The number of squares beyond each edge of the picture: the reach of the weights plus two for the spline.
    private var margin: Int { weights.count + 1 }

    /// Returns the first of the four squares of a pixel.
    private func firstSquare(_ square: Int, phase: Int) -> Int {
        margin + square - (phase * 2 + 1 < factor ? 2 : 1)
    }

    /// Calls `body` with each pixel of `range`, the first of its four squares, and their weights, which add up to 1.
    private func forEachPixel(_ range: Range<Int>, _ body: (_ x: Int, _ first: Int, _ weights: SIMD4<Float>) -> Void) {
        var square = Int((Double(range.lowerBound) / Double(factor)).rounded(.down))
        var phase = range.lowerBound - square * factor
        for x in range {
            body(x, firstSquare(square, phase: phase), phases[phase])
            phase += 1
            if phase == factor { (square, phase) = (square + 1, 0) }
        }
    }

    /// Returns, for each square, the weights of the area before the first pixel of a row or column and after its last pixel.
    private func outside(_ length: Int) -> [SIMD2<Float>] {
        let count = (length + factor - 1) / factor + 2 * margin
        var rests = [SIMD2<Float>](repeating: .zero, count: count)
        let reach = (margin + 3) * factor
        let share = 1 / Float(factor)
        for (side, range) in [-reach..<0, length..<length + reach].enumerated() {
            forEachPixel(range) { _, first, weights in
                for place in 0..<4 where rests.indices.contains(first + place) {
                    rests[first + place][side] += weights[place] * share
                }
            }
        }
        return rests
    }

    /// Returns the blurred copy. The copy starts `margin` squares above and to the left of the picture.
    private func reduced(
        _ size: PixelSize, _ load: (Int, inout [SIMD4<Float>]) -> Void
    ) throws(ImageError) -> [[SIMD4<Float>]] {
        var wide = [SIMD4<Float>](repeating: .zero, count: size.width)
        let columns = outside(size.width)
        let share = 1 / Float(factor)
        func narrowed(_ y: Int) -> [SIMD4<Float>] {
            load(y, &wide)
            var squares = columns.map { wide[0] * $0.x + wide[size.width - 1] * $0.y }
            forEachPixel(0..<size.width) { x, first, weights in
                let value = wide[x] * share
                squares[first] += value * weights.x
                squares[first + 1] += value * weights.y
                squares[first + 2] += value * weights.z
                squares[first + 3] += value * weights.w
            }
            return squares
        }
        let rests = outside(size.height)
        try MemoryCheck.require(rests.count * columns.count * MemoryLayout<SIMD4<Float>>.stride)
        let (top, bottom) = (narrowed(0), narrowed(size.height - 1))
        var rows = rests.map { rest in
            top.indices.map { top[$0] * rest.x + bottom[$0] * rest.y }
        }
        for y in 0..<size.height {
            try ImageWork.checkpoint(row: y, width: size.width)
            let row = narrowed(y)
            let first = firstSquare(y / factor, phase: y % factor)
            let weights = phases[y % factor] * share
            for place in 0..<4 {
                for x in row.indices { rows[first + place][x] += row[x] * weights[place] }
            }
        }
        try convolve(PixelSize(width: columns.count, height: rows.count), { $1 = rows[$0] }, { rows[$0] = $1 })
        return rows
    }

    /// Scales the copy up to the picture's pixels with the spline.
    private func spread(
        _ copy: [[SIMD4<Float>]], over size: PixelSize, _ store: (Int, [SIMD4<Float>]) -> Void
    ) throws(ImageError) {
        var squares = [SIMD4<Float>](repeating: .zero, count: copy[0].count)
        var row = [SIMD4<Float>](repeating: .zero, count: size.width)
        for y in 0..<size.height {
            try ImageWork.checkpoint(row: y, width: size.width)
            let down = phases[y % factor]
            let first = firstSquare(y / factor, phase: y % factor)
            for x in squares.indices {
                let above: SIMD4<Float> = copy[first][x] * down.x + copy[first + 1][x] * down.y
                let below: SIMD4<Float> = copy[first + 2][x] * down.z + copy[first + 3][x] * down.w
                squares[x] = above + below
            }
            forEachPixel(0..<size.width) { x, first, across in
                let before: SIMD4<Float> = squares[first] * across.x + squares[first + 1] * across.y
                let after: SIMD4<Float> = squares[first + 2] * across.z + squares[first + 3] * across.w
                row[x] = before + after
            }
            store(y, row)
        }
    }

    /// Returns the weights of the two squares before and the two after a position. `offset` is the distance of the position from the middle
    /// of its square, -0.5 to 0.5. If `offset` is below 0, the square is the first of the two after the position.
    private static func spline(at offset: Float) -> SIMD4<Float> {
        let t = offset < 0 ? offset + 1 : offset
        let rest = 1 - t
        let (square, cube) = (t * t, t * t * t)
        return SIMD4(rest * rest * rest, 3 * cube - 6 * square + 4, 3 * (t + square - cube) + 1, cube) / 6
    }
}
