import PostcardCore
import PostcardImaging

/// An upright rectangle in pixels.
struct Rectangle {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    var middle: SIMD2<Double> { (low + high) / 2 }

    /// The corners, clockwise from the top left one.
    var corners: [SIMD2<Double>] { [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)] }

    func moved(by offset: SIMD2<Double>) -> Rectangle { Rectangle(low: low + offset, high: high + offset) }

    func grown(by margin: Double) -> Rectangle { Rectangle(low: low - margin, high: high + margin) }

    func contains(_ point: SIMD2<Double>) -> Bool { all(point .>= low) && all(point .<= high) }

    func overlaps(_ other: Rectangle) -> Bool { all(low .< other.high) && all(other.low .< high) }

    /// The common area, in parts of the smaller one's.
    func overlap(_ other: Rectangle) -> Double {
        let common = pointwiseMax(pointwiseMin(high, other.high) - pointwiseMax(low, other.low), .zero)
        func area(_ size: SIMD2<Double>) -> Double { size.x * size.y }
        return area(common) / max(1, min(area(high - low), area(other.high - other.low)))
    }

    /// The point of the edge, whose corners are round, that is nearest to a point; the point itself within it.
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

/// A straight line between two points in pixels.
struct Segment {
    var start: SIMD2<Double>
    var end: SIMD2<Double>

    var length: Double { (end - start).length }

    func distance(to point: SIMD2<Double>) -> Double {
        let way = end - start
        let share = (((point - start) * way).sum() / max((way * way).sum(), 1e-9)).clamped(to: 0...1)
        return (point - start - way * share).length
    }

    func crosses(_ other: Segment) -> Bool {
        func side(_ line: Segment, _ point: SIMD2<Double>) -> Double {
            let (way, offset) = (line.end - line.start, point - line.start)
            return way.x * offset.y - way.y * offset.x
        }
        return side(self, other.start) * side(self, other.end) < 0 && side(other, start) * side(other, end) < 0
    }

    /// `true` if a part of it lies in a rectangle.
    func crosses(_ rectangle: Rectangle) -> Bool {
        var (from, to) = (0.0, 1.0)
        let way = end - start
        for axis in 0..<2 {
            guard way[axis] != 0 else {
                guard rectangle.low[axis]...rectangle.high[axis] ~= start[axis] else { return false }
                continue
            }
            let (first, last) = (
                (rectangle.low[axis] - start[axis]) / way[axis], (rectangle.high[axis] - start[axis]) / way[axis]
            )
            (from, to) = (max(from, min(first, last)), min(to, max(first, last)))
        }
        return from <= to
    }
}

extension SIMD2<Double> {
    var length: Double { (self * self).sum().squareRoot() }

    /// The same direction with length 1; to the right for a vector of length 0.
    var direction: SIMD2<Double> { length > 0 ? self / length : SIMD2(1, 0) }
}

extension PixelSize {
    var vector: SIMD2<Double> { SIMD2(Double(width), Double(height)) }

    /// The whole pixels in a fraction of the mean side √(width × height).
    func pixels(_ fraction: Double) -> Int { Int(TextSize.fraction(fraction).pixels(on: self).rounded()) }
}

extension UnitPoint {
    var vector: SIMD2<Double> { SIMD2(x, y) }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

/// A turn by hundredths of a degree, clockwise as seen, by our own arithmetic: the C library's sines differ between versions,
/// and with them pixels would.
struct Rotation: Hashable, Sendable {
    static let none = Rotation(hundredths: 0)

    /// 0..<36 000.
    let hundredths: Int32
    let sine: Double
    let cosine: Double

    init(degrees: Double) {
        self.init(hundredths: Int32((degrees.truncatingRemainder(dividingBy: 360) * 100).rounded()))
    }

    private init(hundredths: Int32) {
        let turned = (hundredths % 36_000 + 36_000) % 36_000
        self.hundredths = turned
        sine = Self.sine(turned)
        cosine = Self.sine((turned + 9_000) % 36_000)
    }

    var isNone: Bool { hundredths == 0 }

    var inverse: Rotation { Rotation(hundredths: -hundredths) }

    /// Turns a vector of x to the right and y downwards.
    func apply(_ vector: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(vector.x * cosine - vector.y * sine, vector.x * sine + vector.y * cosine)
    }

    private static func sine(_ hundredths: Int32) -> Double {
        switch hundredths {
        case 9_000: 1
        case 27_000: -1
        default: Sine.sine(ofHalfTurns: Double(hundredths) / 18_000)
        }
    }
}
