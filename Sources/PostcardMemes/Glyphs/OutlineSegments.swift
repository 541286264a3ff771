/// Contours flattened into straight segments, in pixels with y downward.
struct OutlineSegments {
    /// The end of each contour in `points`; each contour starts where the previous contour ends.
    private(set) var contourEnds: [Int] = []
    /// The corners of all contours; the last corner of a contour connects to its first.
    private(set) var points: [SIMD2<Float>] = []
    private(set) var minimum = SIMD2<Float>(repeating: .infinity)
    private(set) var maximum = SIMD2<Float>(repeating: -.infinity)

    private let tolerance: Float

    init() {
        tolerance = 0
    }

    /// Makes the edges of a polygon, relative to `origin`.
    init(polygon corners: [SIMD2<Double>], from origin: SIMD2<Double>) {
        self.init()
        for corner in corners { add(SIMD2<Float>(corner - origin)) }
        closeContour()
    }

    /// Adds an edge that is its own contour.
    mutating func addEdge(from start: SIMD2<Float>, to end: SIMD2<Float>) {
        add(start)
        add(end)
        closeContour()
    }

    /// Flattens `outline` so that no chord is more than `tolerance` pixels from its curve.
    init(_ outline: [OutlinePiece], _ transform: GlyphTransform, tolerance: Float) {
        self.tolerance = tolerance
        points.reserveCapacity(outline.count * 8)
        for piece in outline {
            switch piece {
            case .move(let start):
                closeContour()
                add(transform.apply(start))
            case .line(let end): add(transform.apply(end))
            case .quadratic(let control, let end): addQuadratic(transform.apply(control), transform.apply(end))
            case .cubic(let first, let second, let end):
                addCubic(transform.apply(first), transform.apply(second), transform.apply(end))
            }
        }
        closeContour()
    }

    /// The total length of all edges in pixels.
    var perimeter: Float {
        var sum: Float = 0
        forEachContour { contour in
            guard var last = contour.last else { return }
            for point in contour {
                let way = point - last
                sum += (way * way).sum().squareRoot()
                last = point
            }
        }
        return sum
    }

    var isEmpty: Bool { points.isEmpty }

    func moved(by offset: SIMD2<Float>) -> OutlineSegments {
        var moved = self
        for index in points.indices { moved.points[index] += offset }
        moved.minimum += offset
        moved.maximum += offset
        return moved
    }

    /// Calls `body` with the points of each contour that has at least two corners.
    func forEachContour(_ body: (ArraySlice<SIMD2<Float>>) -> Void) {
        var start = 0
        for end in contourEnds {
            body(points[start..<end])
            start = end
        }
    }

    private var contourStart: Int { contourEnds.last ?? 0 }

    private mutating func add(_ point: SIMD2<Float>) {
        if points.count > contourStart, points[points.count - 1] == point { return }
        points.append(point)
        minimum = pointwiseMin(minimum, point)
        maximum = pointwiseMax(maximum, point)
    }

    private mutating func closeContour() {
        while points.count > contourStart + 1, points[points.count - 1] == points[contourStart] { points.removeLast() }
        if points.count > contourStart + 1 {
            contourEnds.append(points.count)
        } else {
            points.removeLast(points.count - contourStart)
        }
    }

    /// The largest distance from a quadratic curve to its chord is a quarter of its second difference. This distance decreases with the
    /// square of the number of chords.
    private mutating func addQuadratic(_ control: SIMD2<Float>, _ end: SIMD2<Float>) {
        guard let start = points.last else { return }
        let bend = start - 2 * control + end
        addCurve((bend * bend).sum().squareRoot() / (4 * tolerance), to: end) { t, u in
            u * u * start + 2 * u * t * control + t * t * end
        }
    }

    private mutating func addCubic(_ first: SIMD2<Float>, _ second: SIMD2<Float>, _ end: SIMD2<Float>) {
        guard let start = points.last else { return }
        let bends = (start - 2 * first + second, first - 2 * second + end)
        let bend = max((bends.0 * bends.0).sum(), (bends.1 * bends.1).sum()).squareRoot()
        addCurve(bend * 3 / (4 * tolerance), to: end) { t, u in
            u * u * u * start + 3 * u * t * (u * first + t * second) + t * t * t * end
        }
    }

    /// `chords` is the square of the required number of chords.
    @inline(__always)
    private mutating func addCurve(_ chords: Float, to end: SIMD2<Float>, _ point: (Float, Float) -> SIMD2<Float>) {
        let count = Self.count(chords)
        for step in 1..<count {
            let t = Float(step) / Float(count)
            add(point(t, 1 - t))
        }
        add(end)
    }

    private static func count(_ chords: Float) -> Int {
        chords.isFinite ? max(1, min(256, Int(chords.squareRoot().rounded(.up)))) : 1
    }
}
