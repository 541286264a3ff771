import PostcardImaging

/// A speech bubble round a caption, as an outline in pixels: a rectangle with large round corners, and a tail that leaves it where it
/// is nearest to the one who speaks.
struct BubbleShape {
    /// Between the text and the outer edge of the bubble, in sizes.
    static let padding = 0.72
    /// The width of the line, in sizes.
    private static let lineWidth = 0.075
    /// The radius of the corners, in sizes.
    static let cornerRadius = 1.6
    /// Half the width of the tail's foot, in sizes.
    private static let footWidth = 0.6
    /// The least distance between the tail's tip and the point, in sizes and in parts of the picture's mean side.
    private static let (gap, share) = (0.35, 0.03)
    /// The sideways bend of the tail, in its lengths.
    private static let bend = 0.1
    /// Points of the outline, of which a box much larger than its letters would have endlessly many.
    private static let maximumPoints = 4_000.0

    private let line: Double
    private var corners: [SIMD2<Double>]

    /// `point` is the end of the tail, in fractions of the picture. `origin` is the position of the picture's top left corner on the
    /// canvas.
    init(
        pointingAt point: UnitPoint, _ layout: TextLayout, _ placement: CaptionPlacement, padding: Double,
        on size: PixelSize, origin: SIMD2<Double>
    ) {
        line = max(1, Self.lineWidth * layout.size)
        let reach = padding * layout.size - line
        let low = SIMD2(placement.text.x, placement.text.y) - reach
        let high = SIMD2(placement.text.x + placement.text.width, placement.text.y + placement.text.height) + reach
        let radius = max(0, min(Self.cornerRadius * layout.size, (high - low).min() / 2))
        let step = max(layout.size / 12, (high - low).sum() * 2 / Self.maximumPoints, 0.5)
        corners = Self.rounded(low, high, radius: radius, step: step)
        let end = placement.unturned(origin + SIMD2(point.x * Double(size.width), point.y * Double(size.height)))
        let center = end.clamped(lowerBound: low + radius, upperBound: high - radius)
        let distance = Self.length(end - center)
        if distance > radius {
            let foot = min(Self.footWidth * layout.size, (high - low).min() * 0.4)
            addTail(
                from: center + (end - center) * (radius / distance), to: end, foot: foot,
                gap: max(Self.gap * layout.size, TextSize.fraction(Self.share).pixels(on: size)),
                middle: (low + high) / 2)
        }
        corners = corners.map(placement.turned)
    }

    /// Clockwise, points at most `step` apart.
    private static func rounded(
        _ low: SIMD2<Double>, _ high: SIMD2<Double>, radius: Double, step: Double
    ) -> [SIMD2<Double>] {
        let corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
        let outward = [SIMD2(0.0, -1), SIMD2(1.0, 0), SIMD2(0.0, 1), SIMD2(-1.0, 0)]
        let chords = Int(min(90, max(8, (radius * 1.6 / step).rounded(.up))))
        var points: [SIMD2<Double>] = []
        for side in 0..<4 {
            let (before, after) = (outward[(side + 3) % 4], outward[side])
            let center = corners[side] - (before + after) * radius
            for index in 0...chords {
                let turn = Rotation(degrees: Double(index) * 90 / Double(chords))
                points.append(center + (before * turn.cosine + after * turn.sine) * radius)
            }
            let start = center + after * radius
            let next = corners[(side + 1) % 4] - (after + outward[(side + 1) % 4]) * radius + after * radius
            let count = Int(min(maximumPoints, (length(next - start) / step).rounded(.up)))
            for index in 1..<max(1, count) { points.append(start + (next - start) * (Double(index) / Double(count))) }
        }
        return points
    }

    /// Puts a tail in the place of the outline round `root`, the point of it that is nearest to `end`.
    private mutating func addTail(
        from root: SIMD2<Double>, to end: SIMD2<Double>, foot: Double, gap: Double, middle: SIMD2<Double>
    ) {
        let way = end - root
        let length = Self.length(way)
        let reach = length - min(gap, length / 3)
        guard reach > line, let nearest = corners.indices.min(by: { distance($0, root) < distance($1, root) }) else {
            return
        }
        let ahead = way / length
        let tip = root + ahead * reach
        let (first, last) = (walk(from: nearest, by: -1, foot), walk(from: nearest, by: 1, foot))
        let count = corners.count
        func direction(_ from: Int, _ to: Int) -> SIMD2<Double> {
            let way = corners[(to + count) % count] - corners[(from + count) % count]
            return way / max(Self.length(way), 1e-9)
        }
        // Clockwise seen with y downwards, the outline passes the foot from the left of the way out to its right.
        let side = SIMD2(-ahead.y, ahead.x)
        let lean = ((middle - root) * side).sum() < 0 ? -Self.bend * reach : Self.bend * reach
        let belly = root + ahead * reach * 0.45 + side * lean
        let before = Curve(
            start: corners[first], first: corners[first] + direction(first, first + 1) * foot * 0.8,
            second: belly - side * foot * 0.12, end: tip)
        let after = Curve(
            start: corners[last], first: corners[last] - direction(last - 1, last) * foot * 0.8,
            second: belly + side * foot * 0.12, end: tip)
        var outline: [SIMD2<Double>] = []
        var index = last
        while index != first {
            outline.append(corners[index])
            index = (index + 1) % count
        }
        outline += before.points + after.points.reversed().dropFirst().dropLast()
        corners = outline
    }

    /// The number of the corner that is `length` further along the outline.
    private func walk(from start: Int, by step: Int, _ length: Double) -> Int {
        var (index, rest) = (start, length)
        for _ in 0..<corners.count / 3 where rest > 0 {
            let next = (index + step + corners.count) % corners.count
            rest -= Self.length(corners[next] - corners[index])
            index = next
        }
        return index
    }

    private func distance(_ index: Int, _ point: SIMD2<Double>) -> Double {
        let way = corners[index] - point
        return (way * way).sum()
    }

    private static func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }

    /// A cubic curve.
    private struct Curve {
        var start: SIMD2<Double>
        var first: SIMD2<Double>
        var second: SIMD2<Double>
        var end: SIMD2<Double>

        var points: [SIMD2<Double>] {
            (0...32).map { step in
                let (along, rest) = (Double(step) / 32, 1 - Double(step) / 32)
                let near = start * (rest * rest * rest) + first * (3 * rest * rest * along)
                return near + second * (3 * rest * along * along) + end * (along * along * along)
            }
        }
    }

    /// The bubble in `color` with its line; `nil` when none of it is on the canvas.
    func layers(_ color: Color, opacity: UInt8, on canvas: PixelSize) -> MaskLayers? {
        guard let corner = corners.first else { return nil }
        let margin = line + 2
        let low = (corners.reduce(corner, pointwiseMin) - margin).rounded(.down)
        let high = (corners.reduce(corner, pointwiseMax) + margin).rounded(.up)
        let limit = SIMD2(Double(canvas.width), Double(canvas.height))
        let (first, last) = (
            low.clamped(lowerBound: .zero, upperBound: limit), high.clamped(lowerBound: .zero, upperBound: limit)
        )
        let (width, height) = (Int(last.x - first.x), Int(last.y - first.y))
        guard width > 0, height > 0 else { return nil }
        let segments = OutlineSegments(polygon: corners.map { SIMD2(Float($0.x - first.x), Float($0.y - first.y)) })
        let fill = Mask(
            x: Int(first.x), y: Int(first.y), width: width, height: height,
            coverage: CoverageRasterizer.coverage(of: segments, width: width, height: height))
        var outline = fill
        outline.coverage = OutlineRasterizer.coverage(
            of: segments, radius: Float(line), fill: fill.coverage, width: width, height: height)
        return MaskLayers(
            fill: fill, fillColor: color, outline: outline, outlineColor: Color(red: 17, green: 17, blue: 17),
            opacity: opacity)
    }
}

/// The rectangle behind a caption, as an outline in pixels.
struct BackdropShape {
    /// Half the width of a tail's foot, in sizes.
    private static let tailWidth = 0.35

    private var corners: [SIMD2<Double>] = []

    /// `origin` is the position of the picture's top left corner on the canvas.
    init(
        _ backdrop: Caption.Backdrop, _ layout: TextLayout, _ placement: CaptionPlacement, on size: PixelSize,
        origin: SIMD2<Double>
    ) {
        let padding = backdrop.padding * layout.size
        let low = SIMD2(placement.text.x - padding, placement.text.y - padding).rounded(.down)
        let high = SIMD2(
            placement.text.x + placement.text.width + padding, placement.text.y + placement.text.height + padding
        ).rounded(.up)
        let radius = min(backdrop.cornerRadius * layout.size, (high.x - low.x) / 2, (high.y - low.y) / 2)
        let tail = backdrop.tail.map {
            placement.unturned(origin + SIMD2($0.x * Double(size.width), $0.y * Double(size.height)))
        }
        let foot = min(Self.tailWidth * layout.size, ((high.x - low.x) / 2 - radius), ((high.y - low.y) / 2 - radius))
        addSides(low, high, radius: radius, tail: tail, foot: max(0, foot))
        corners = corners.map(placement.turned)
    }

    /// Clockwise from the top left corner; the tail leaves the side that it is furthest beyond.
    private mutating func addSides(
        _ low: SIMD2<Double>, _ high: SIMD2<Double>, radius: Double, tail: SIMD2<Double>?, foot: Double
    ) {
        let corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
        let outward = [SIMD2(0.0, -1), SIMD2(1.0, 0), SIMD2(0.0, 1), SIMD2(-1.0, 0)]
        var tailSide: Int?
        if let tail {
            let beyond = (0..<4).map { ((tail - corners[$0]) * outward[$0]).sum() }
            tailSide = (0..<4).max { beyond[$0] < beyond[$1] }.flatMap { beyond[$0] > 0 ? $0 : nil }
        }
        for side in 0..<4 {
            let start = corners[side]
            let way = corners[(side + 1) % 4] - start
            let length = (way * way).sum().squareRoot()
            let direction = way / length
            addCorner(start, from: outward[(side + 3) % 4], to: outward[side], radius: radius)
            guard side == tailSide, let tail else { continue }
            let along = ((tail - start) * direction).sum()
            let middle = start + direction * min(max(along, radius + foot), length - radius - foot)
            self.corners += [middle - direction * foot, tail, middle + direction * foot]
        }
    }

    /// A quarter circle of 16 chords.
    private mutating func addCorner(_ corner: SIMD2<Double>, from: SIMD2<Double>, to: SIMD2<Double>, radius: Double) {
        let center = corner - (from + to) * radius
        guard radius > 0 else {
            corners.append(corner)
            return
        }
        for step in 0...16 {
            let turn = Rotation(degrees: Double(step) * 90 / 16)
            corners.append(center + (from * turn.cosine + to * turn.sine) * radius)
        }
    }

    func mask(on canvas: PixelSize) -> Mask { Mask(polygon: corners, on: canvas) }
}
