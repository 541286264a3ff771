/// An upright rectangle in pixels.
struct Rectangle {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    var middle: SIMD2<Double> { (low + high) / 2 }

    /// The corners, clockwise from the top left.
    var corners: [SIMD2<Double>] { [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)] }

    func moved(by offset: SIMD2<Double>) -> Rectangle { Rectangle(low: low + offset, high: high + offset) }

    func grown(by margin: Double) -> Rectangle { Rectangle(low: low - margin, high: high + margin) }

    func contains(_ point: SIMD2<Double>) -> Bool { all(point .>= low) && all(point .<= high) }

    func overlaps(_ other: Rectangle) -> Bool { all(low .< other.high) && all(other.low .< high) }

    /// Returns the common area, as a fraction of the smaller area.
    func overlap(_ other: Rectangle) -> Double {
        let common = pointwiseMax(pointwiseMin(high, other.high) - pointwiseMax(low, other.low), .zero)
        func area(_ size: SIMD2<Double>) -> Double { size.x * size.y }
        return area(common) / max(1, min(area(high - low), area(other.high - other.low)))
    }

    /// Returns the point nearest to `point` on the edge, which has rounded corners; `point` itself if it is inside the rectangle.
    func edge(nearest point: SIMD2<Double>, radius: Double) -> SIMD2<Double> {
        let radius = max(0, min(radius, (high - low).min() / 2))
        let center = point.clamped(lowerBound: low + radius, upperBound: high - radius)
        let distance = (point - center).length
        return distance <= radius ? point : center + (point - center) * (radius / distance)
    }
}

extension Rectangle {
    init(_ box: UnitBox, on picture: SIMD2<Double>) {
        low = SIMD2(box.x, box.y) * picture
        high = low + SIMD2(box.width, box.height) * picture
    }
}
