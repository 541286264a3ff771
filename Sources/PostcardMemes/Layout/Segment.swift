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

    /// True if any part of the line is in a rectangle.
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
