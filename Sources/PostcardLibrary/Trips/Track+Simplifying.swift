import PlatformLibc
import PostcardPhotos

extension Track {
    /// The paths with fewer points, for a map: at most 500 points in total, and few visible differences.
    ///
    /// Points close to the previous point are dropped, then points close to the line between their neighbors (D. Douglas, T. Peucker, 1973).
    var simplified: [[Coordinate]] {
        let lines = segments.map(Self.flattened)
        let (xs, ys) = (lines.joined().map(\.x), lines.joined().map(\.y))
        var distance = max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0)) / 2_000
        guard distance > 0 else { return [] }
        let maximum = 500
        while true {
            var kept: [[Int]] = []
            let thinned = lines.map { Self.thinned($0, distance) }
            // The second step takes quadratic time in the worst case.
            if thinned.reduce(0, { $0 + $1.count }) <= 8 * maximum {
                kept = zip(lines, thinned).map { Self.straightened($0, $1, distance) }
                if kept.reduce(0, { $0 + $1.count }) <= maximum {
                    return zip(segments, kept).filter { !$1.isEmpty }.map { segment, indices in
                        indices.map { segment[$0].coordinate }
                    }
                }
            }
            distance *= 1.5
        }
    }

    /// Returns the points on a plane, in degrees of latitude. Longitudes are continuous across the date line.
    private static func flattened(_ segment: [Point]) -> [(x: Double, y: Double)] {
        let width = cos((segment.first?.coordinate.latitude ?? 0) * .pi / 180)
        var last = segment.first?.coordinate.longitude ?? 0
        return segment.map { point in
            last = point.coordinate.longitude(near: last)
            return (last * width, point.coordinate.latitude)
        }
    }

    /// Returns the indices of points that are at least `distance` apart, with the last point; none if the path is shorter than `distance`.
    private static func thinned(_ line: [(x: Double, y: Double)], _ distance: Double) -> [Int] {
        var kept = [0]
        for index in line.indices
        where hypot(
            line[index].x - line[kept[kept.count - 1]].x, line[index].y - line[kept[kept.count - 1]].y) >= distance
        {
            kept.append(index)
        }
        guard kept.count > 1 else { return [] }
        return kept[kept.count - 1] == line.count - 1 ? kept : kept + [line.count - 1]
    }

    private static func straightened(
        _ line: [(x: Double, y: Double)], _ indices: [Int], _ distance: Double
    ) -> [Int] {
        guard indices.count > 2 else { return indices }
        var isKept = [Bool](repeating: false, count: indices.count)
        (isKept[0], isKept[indices.count - 1]) = (true, true)
        var open = [(0, indices.count - 1)]
        while let (start, end) = open.popLast() {
            let (a, b) = (line[indices[start]], line[indices[end]])
            let length = hypot(b.x - a.x, b.y - a.y)
            var farthest = (index: start, distance: distance)
            for index in (start + 1)..<end {
                let point = line[indices[index]]
                let away =
                    length == 0
                    ? hypot(point.x - a.x, point.y - a.y)
                    : abs((b.x - a.x) * (a.y - point.y) - (a.x - point.x) * (b.y - a.y)) / length
                if away > farthest.distance { farthest = (index, away) }
            }
            guard farthest.index > start else { continue }
            isKept[farthest.index] = true
            if farthest.index - start > 1 { open.append((start, farthest.index)) }
            if end - farthest.index > 1 { open.append((farthest.index, end)) }
        }
        return zip(indices, isKept).filter(\.1).map(\.0)
    }
}
