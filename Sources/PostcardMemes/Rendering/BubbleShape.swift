import PostcardImaging

/// A speech bubble around a caption, as an outline in pixels: a rectangle with large rounded corners, and a tail at the point nearest to
/// the speaker.
struct BubbleShape {
    /// The distance between the text and the outer edge of the bubble, in ems.
    static let padding = 0.72
    /// The width of the line, in ems.
    private static let lineWidth = 0.075
    /// The radius of the corners, in ems.
    static let cornerRadius = 1.6
    /// Half the width of the tail's base, in ems.
    private static let footWidth = 0.6
    /// The minimum distance between the tail's tip and the target point, in ems and as a fraction of the picture's mean side.
    private static let (gap, share) = (0.35, 0.03)
    /// The sideways bend of the tail, as a fraction of its length.
    private static let bend = 0.1
    /// The maximum number of points on a side. A huge box would need millions of points.
    private static let maximumPoints = 4_000.0

    private let line: Double
    private var corners: [SIMD2<Double>]

    /// `point` is the target of the tail, as fractions of the picture's sides.
    init(pointingAt point: UnitPoint, _ placement: CaptionPlacement) {
        let em = placement.layout.size
        line = max(1, Self.lineWidth * em)
        let box = placement.text.grown(by: placement.caption.padding * em - line)
        let extent = box.high - box.low
        let radius = max(0, min(Self.cornerRadius * em, extent.min() / 2))
        let step = max(em / 12, extent.sum() * 2 / Self.maximumPoints, 0.5)
        let chords = Int(min(90, max(8, (radius * 1.6 / step).rounded(.up))))
        corners = box.outline(radius: radius, chords: chords, step: step, maximum: Self.maximumPoints)
        let end = placement.unturned(point)
        addTail(
            from: box.edge(nearest: end, radius: radius), to: end, foot: min(Self.footWidth * em, extent.min() * 0.4),
            gap: max(Self.gap * em, TextSize.fraction(Self.share).pixels(on: placement.size)), middle: box.middle)
        corners = corners.map(placement.turned)
    }

    /// Replaces the outline around `root`, the point nearest to `end`, with a tail, unless `end` is inside the bubble.
    private mutating func addTail(
        from root: SIMD2<Double>, to end: SIMD2<Double>, foot: Double, gap: Double, middle: SIMD2<Double>
    ) {
        let way = end - root
        let reach = way.length - min(gap, way.length / 3)
        func distance(_ index: Int) -> Double { (corners[index] - root).length }
        guard reach > line, let nearest = corners.indices.min(by: { distance($0) < distance($1) }) else { return }
        let ahead = way / way.length
        let tip = root + ahead * reach
        let (first, last) = (walk(from: nearest, by: -1, foot), walk(from: nearest, by: 1, foot))
        let count = corners.count
        func direction(_ from: Int, _ to: Int) -> SIMD2<Double> {
            let way = corners[(to + count) % count] - corners[(from + count) % count]
            return way / max(way.length, 1e-9)
        }
        // Going clockwise with y downward, the outline passes the tail's base from left to right, as seen in the tail's direction.
        let side = SIMD2(-ahead.y, ahead.x)
        let lean = ((middle - root) * side).sum() < 0 ? -Self.bend * reach : Self.bend * reach
        let belly = root + ahead * reach * 0.45 + side * lean
        let before = Self.curve([
            corners[first], corners[first] + direction(first, first + 1) * foot * 0.8, belly - side * foot * 0.12, tip,
        ])
        let after = Self.curve([
            corners[last], corners[last] - direction(last - 1, last) * foot * 0.8, belly + side * foot * 0.12, tip,
        ])
        var outline: [SIMD2<Double>] = []
        var index = last
        while index != first {
            outline.append(corners[index])
            index = (index + 1) % count
        }
        outline += before + after.reversed().dropFirst().dropLast()
        corners = outline
    }

    /// Returns the index of the corner that is `length` further along the outline.
    private func walk(from start: Int, by step: Int, _ length: Double) -> Int {
        var (index, rest) = (start, length)
        for _ in 0..<corners.count / 3 where rest > 0 {
            let next = (index + step + corners.count) % corners.count
            rest -= (corners[next] - corners[index]).length
            index = next
        }
        return index
    }

    /// Returns the points of a cubic Bézier curve.
    private static func curve(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        (0...32).map { step in
            let (along, rest) = (Double(step) / 32, 1 - Double(step) / 32)
            let near = points[0] * (rest * rest * rest) + points[1] * (3 * rest * rest * along)
            return near + points[2] * (3 * rest * along * along) + points[3] * (along * along * along)
        }
    }

    /// Returns the bubble in `color` with its line; `nil` if no part of the bubble is on the canvas.
    func layers(_ color: Color, opacity: UInt8, on canvas: PixelSize) -> MaskLayers? {
        let fill = Mask(polygon: corners, margin: line + 2, on: canvas)
        guard fill.width > 0 else { return nil }
        var outline = fill
        outline.coverage = OutlineRasterizer.coverage(
            of: OutlineSegments(polygon: corners, from: SIMD2(Double(fill.x), Double(fill.y))), radius: Float(line),
            around: fill)
        return MaskLayers(
            fill: fill, fillColor: color, outline: outline, outlineColor: Color(red: 17, green: 17, blue: 17),
            opacity: opacity)
    }
}

extension Rectangle {
    /// The outward directions of the sides, clockwise from the top.
    static let outward = [SIMD2(0.0, -1), SIMD2(1.0, 0), SIMD2(0.0, 1), SIMD2(-1.0, 0)]

    /// Returns the points of the edge with rounded corners, clockwise from the top left. Each corner has `chords` chords. The points on a
    /// side are at most `step` apart, unless that would take more than `maximum` points.
    func outline(
        radius: Double, chords: Int, step: Double = .infinity, maximum: Double = 0
    ) -> [SIMD2<Double>] {
        var points: [SIMD2<Double>] = []
        for side in 0..<4 {
            let (before, after) = (Self.outward[(side + 3) % 4], Self.outward[side])
            let center = corners[side] - (before + after) * radius
            for index in 0...chords {
                let turn = Rotation(degrees: Double(index) * 90 / Double(chords))
                points.append(center + (before * turn.cosine + after * turn.sine) * radius)
            }
            let start = center + after * radius
            let next = corners[(side + 1) % 4] - (after + Self.outward[(side + 1) % 4]) * radius + after * radius
            let count = Int(min(maximum, ((next - start).length / step).rounded(.up)))
            for index in 1..<max(1, count) { points.append(start + (next - start) * (Double(index) / Double(count))) }
        }
        return points
    }
}
