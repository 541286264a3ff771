/// The outline of an area on a `RouteMap` as an SVG path.
struct RoutePath {
    /// The path; empty if the area is outside the map or smaller than two pixels.
    let text: String

    /// The distance beyond the edges from which points count as outside, and the minimum length of a line, in pixels.
    private static let (margin, shortest) = (20.0, 0.9)

    /// - Parameter points: the corners of the area in pixels.
    init(_ points: [(x: Double, y: Double)], width: Double, height: Double) {
        /// Returns the sides of the map that a point is beyond, as bits.
        func sides(of point: (x: Double, y: Double)) -> Int {
            (point.x < -Self.margin ? 1 : point.x > width + Self.margin ? 2 : 0)
                | (point.y < -Self.margin ? 4 : point.y > height + Self.margin ? 8 : 0)
        }
        var kept: [(x: Double, y: Double)] = []
        var lastSides = 0
        for (index, point) in points.enumerated() {
            let own = sides(of: point)
            let next = index + 1 < points.count ? sides(of: points[index + 1]) : own
            if let last = kept.last, index + 1 < points.count,
                lastSides & own & next != 0
                    || (abs(point.x - last.x) < Self.shortest && abs(point.y - last.y) < Self.shortest)
            {
                continue
            }
            kept.append(point)
            lastSides = own
        }
        let (xs, ys) = (kept.map(\.x), kept.map(\.y))
        guard kept.count > 3, let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
            right > 0, left < width, bottom > 0, top < height, max(right - left, bottom - top) > 2
        else {
            text = ""
            return
        }
        // Coordinates far outside the map would only add digits.
        func number(_ value: Double, _ size: Double) -> String {
            Markup.number(min(size + 10_000, max(-10_000, value)))
        }
        text =
            kept.enumerated().map { index, point in
                "\(index == 0 ? "M" : "L")\(number(point.x, width)) \(number(point.y, height))"
            }.joined() + "Z"
    }
}
