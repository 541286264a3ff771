/// A Gaussian on premultiplied values. Edges go on as they are.
///
/// Small ones are convolved directly. Large ones are done on a smaller copy: a cubic B-spline takes the picture there and back, which
/// is smooth and much narrower than the Gaussian, of whose variance its own is taken off. So a pixel differs from the direct
/// convolution by less than one of 255, and costs the same for every sigma.
struct GaussianBlur {
    /// From here on a copy is used.
    static let firstReducedSigma = 4.0

    /// The side in pixels of the squares that are pixels of the copy; 1 for no copy.
    private let factor: Int
    /// The spline's weights of four squares for each position of a pixel in its square.
    private let phases: [SIMD4<Float>]
    /// Weights from the middle outward, which add up to 1 with their mirror images.
    private let weights: [Float]

    /// - Parameter sigma: in pixels, above 0.
    init(sigma: Double) {
        guard sigma >= Self.firstReducedSigma else {
            factor = 1
            phases = []
            // Weights beyond three of it are too small to see.
            weights = Self.weights(sigma: sigma, reach: 3)
            return
        }
        let side = Int(sigma / 2)
        factor = side
        phases = (0..<side).map { Self.spline(at: (Float($0) + 0.5) / Float(side) - 0.5) }
        // A cubic B-spline has a third of a square's as its variance, once there and once back.
        let ratio = sigma / Double(side)
        weights = Self.weights(sigma: (ratio * ratio - 2.0 / 3).squareRoot(), reach: 4)
    }

    private static func weights(sigma: Double, reach: Double) -> [Float] {
        let last = max(1, Int((reach * sigma).rounded(.up)))
        let values = (0...last).map { exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = 2 * values.reduce(0, +) - values[0]
        return values.map { Float($0 / sum) }
    }

    /// eˣ for x ≤ 0, by halving and a series: the C library's differs between versions.
    static func exponential(_ x: Double) -> Double {
        var halvings = 0
        var part = x
        while part < -0.5 {
            part /= 2
            halvings += 1
        }
        var term = 1.0
        var sum = 1.0
        for order in 1...14 {
            term *= part / Double(order)
            sum += term
        }
        for _ in 0..<halvings { sum *= sum }
        return sum
    }

    /// - Throws: `ImageError` with code `outOfMemory` or `interrupted`.
    func applied(to image: Image) throws(ImageError) -> Image {
        var result = try Image(uninitialized: image.size)
        try factor == 1 ? convolve(image, into: &result) : spread(try reduced(image), over: &result)
        result.isOpaque = image.isOpaque
        return result
    }

    private func convolve(_ image: Image, into result: inout Image) throws(ImageError) {
        let size = image.size
        var ring = [[SIMD4<Float>]]()
        let reach = weights.count - 1
        var wide = [SIMD4<Float>](repeating: .zero, count: size.width)
        var loaded = 0
        try image.withRows { (source) throws(ImageError) in
            try result.withMutableRows { (target) throws(ImageError) in
                for y in 0..<size.height {
                    try ImageWork.check(row: y, width: size.width * reach)
                    while loaded <= min(size.height - 1, y + reach) {
                        Self.load(source[loaded], into: &wide)
                        ring.append(smoothed(wide))
                        loaded += 1
                    }
                    let first = loaded - ring.count
                    Self.store(to: target[y], count: size.width) { x in
                        var sum = ring[y - first][x] * weights[0]
                        for step in 1...reach {
                            sum += ring[max(0, y - step) - first][x] * weights[step]
                            sum += ring[min(size.height - 1, y + step) - first][x] * weights[step]
                        }
                        return sum
                    }
                    if y >= reach { ring.removeFirst() }
                }
            }
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
    /// Squares beyond each edge: as many as the weights reach, and two for the spline.
    private var margin: Int { weights.count + 1 }

    /// The first of the four squares of a pixel.
    private func firstSquare(_ square: Int, phase: Int) -> Int {
        margin + square - (phase * 2 + 1 < factor ? 2 : 1)
    }

    /// Calls `body` with each pixel of `range`, its first square and the weights of its four.
    private func forEachPixel(_ range: Range<Int>, _ body: (_ x: Int, _ first: Int, _ weights: SIMD4<Float>) -> Void) {
        var square = Int((Double(range.lowerBound) / Double(factor)).rounded(.down))
        var phase = range.lowerBound - square * factor
        for x in range {
            body(x, firstSquare(square, phase: phase), phases[phase] / Float(factor))
            phase += 1
            if phase == factor { (square, phase) = (square + 1, 0) }
        }
    }

    /// For each square of a row or column, the weight of what is before its first pixel and of what is behind its last one.
    private func outside(_ length: Int) -> [SIMD2<Float>] {
        let count = (length + factor - 1) / factor + 2 * margin
        var rests = [SIMD2<Float>](repeating: .zero, count: count)
        let reach = (margin + 3) * factor
        for (side, range) in [-reach..<0, length..<length + reach].enumerated() {
            forEachPixel(range) { _, first, weights in
                for place in 0..<4 where rests.indices.contains(first + place) {
                    rests[first + place][side] += weights[place]
                }
            }
        }
        return rests
    }

    /// The blurred copy, whose first row and column lie `margin` squares outside of the picture.
    private func reduced(_ image: Image) throws(ImageError) -> [[SIMD4<Float>]] {
        let size = image.size
        var wide = [SIMD4<Float>](repeating: .zero, count: size.width)
        let columns = outside(size.width)
        func narrowed(_ row: UnsafePointer<Int32>) -> [SIMD4<Float>] {
            Self.load(row, into: &wide)
            var squares = columns.map { wide[0] * $0.x + wide[size.width - 1] * $0.y }
            forEachPixel(0..<size.width) { x, first, weights in
                squares[first] += wide[x] * weights.x
                squares[first + 1] += wide[x] * weights.y
                squares[first + 2] += wide[x] * weights.z
                squares[first + 3] += wide[x] * weights.w
            }
            return smoothed(squares)
        }
        let rows = try image.withRows { (source) throws(ImageError) in
            let (top, bottom) = (narrowed(source[0]), narrowed(source[size.height - 1]))
            var rows = outside(size.height).map { rest in
                top.indices.map { top[$0] * rest.x + bottom[$0] * rest.y }
            }
            for y in 0..<size.height {
                try ImageWork.check(row: y, width: size.width)
                let row = narrowed(source[y])
                let first = firstSquare(y / factor, phase: y % factor)
                let weights = phases[y % factor] / Float(factor)
                for place in 0..<4 {
                    for x in row.indices { rows[first + place][x] += row[x] * weights[place] }
                }
            }
            return rows
        }
        return try smoothedDown(rows)
    }

    private func smoothedDown(_ rows: consuming [[SIMD4<Float>]]) throws(ImageError) -> [[SIMD4<Float>]] {
        let (top, last) = (rows[0], rows.count - 1)
        // Rows above, as they were.
        var above: [[SIMD4<Float>]] = []
        for y in 0...last {
            try ImageWork.check(row: y, width: top.count * weights.count)
            let row = rows[y]
            var sum = row.map { $0 * weights[0] }
            for step in 1..<weights.count {
                let weight = weights[step]
                let upper = step <= above.count ? above[above.count - step] : top
                let lower = rows[min(last, y + step)]
                for x in sum.indices { sum[x] += (upper[x] + lower[x]) * weight }
            }
            rows[y] = sum
            above.append(row)
            if above.count == weights.count { above.removeFirst() }
        }
        return rows
    }

    /// The spline of the copy at the picture's pixels.
    private func spread(_ copy: [[SIMD4<Float>]], over result: inout Image) throws(ImageError) {
        let size = result.size
        var row = [SIMD4<Float>](repeating: .zero, count: copy[0].count)
        try result.withMutableRows { (target) throws(ImageError) in
            for y in 0..<size.height {
                try ImageWork.check(row: y, width: size.width)
                let down = phases[y % factor]
                let first = firstSquare(y / factor, phase: y % factor)
                for x in row.indices {
                    row[x] =
                        (copy[first][x] * down.x + copy[first + 1][x] * down.y)
                        + (copy[first + 2][x] * down.z + copy[first + 3][x] * down.w)
                }
                Self.store(to: target[y], count: size.width) { x in
                    let across = phases[x % factor]
                    let first = firstSquare(x / factor, phase: x % factor)
                    return (row[first] * across.x + row[first + 1] * across.y)
                        + (row[first + 2] * across.z + row[first + 3] * across.w)
                }
            }
        }
    }

    /// The weights of the two squares before and the two behind a position.
    ///
    /// - Parameter offset: from the middle of a square, -0.5 to 0.5; below 0 the square itself is the second behind.
    private static func spline(at offset: Float) -> SIMD4<Float> {
        let t = offset < 0 ? offset + 1 : offset
        let rest = 1 - t
        let (square, cube) = (t * t, t * t * t)
        return SIMD4(rest * rest * rest, 3 * cube - 6 * square + 4, 3 * (t + square - cube) + 1, cube) / 6
    }
}

extension GaussianBlur {
    private static func load(_ row: UnsafePointer<Int32>, into wide: inout [SIMD4<Float>]) {
        for x in wide.indices {
            let pixel = row[x]
            let alpha = Float(127 - (pixel >> 24 & 127)) / 127
            wide[x] = SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 1) * alpha
        }
    }

    private static func store(
        to row: UnsafeMutablePointer<Int32>, count: Int, _ value: (Int) -> SIMD4<Float>
    ) {
        for x in 0..<count {
            let sum = value(x)
            let opacity = min(127, Int32(sum.w * 127 + 0.5))
            guard opacity > 0 else {
                row[x] = 127 << 24
                continue
            }
            let color = SIMD4<Int32>((sum / sum.w + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
            row[x] = GDPixel.pack(red: color.x, green: color.y, blue: color.z, transparency: 127 - opacity)
        }
    }
}
