import PostcardImaging

/// Computes the coverage of a shape with its outline, which is rounded and has no holes at any thickness.
///
/// For every pixel near an edge, the exact distance from the pixel's center to the nearest point on the edge is computed. Coverage falls
/// from 1 to 0 over one pixel at the outline's rim. An edge writes only to pixels whose nearest point may be on that edge: the strip
/// perpendicular to the edge, extended at both ends according to the angle of the corner there.
struct OutlineRasterizer {
    private let radius: Float
    private let reach: Float
    private let width: Int
    private let height: Int
    private let fill: UnsafePointer<UInt8>
    /// Squared distances.
    private let distances: UnsafeMutablePointer<Float>

    /// Returns the coverage of the outline. `segments` are in pixels, relative to the top left of the result. `radius` is the radius of the
    /// outline in pixels. `shape` is the coverage of the shape itself, with the same size as the result.
    static func coverage(of segments: OutlineSegments, radius: Float, around shape: Mask) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: shape.coverage.count) { distances in
            shape.coverage.withUnsafeBufferPointer { fill in
                guard let base = distances.baseAddress, let fill = fill.baseAddress else { return [] }
                let reach = radius + 1
                distances.initialize(repeating: reach * reach)
                let rasterizer = OutlineRasterizer(
                    radius: radius, reach: reach, width: shape.width, height: shape.height, fill: fill, distances: base)
                segments.forEachContour(rasterizer.addContour)
                return rasterizer.result()
            }
        }
    }

    private func addContour(_ contour: ArraySlice<SIMD2<Float>>) {
        let corners = Array(contour)
        let count = corners.count
        let directions = corners.indices.map { Self.direction(corners[$0], corners[($0 + 1) % count]) }
        for index in corners.indices {
            let (last, next) = ((index + count - 1) % count, (index + 1) % count)
            addEdge(
                from: corners[index], to: corners[next], direction: directions[index],
                before: overhang(directions[last], directions[index]),
                after: overhang(directions[index], directions[next]))
        }
    }

    private static func direction(_ start: SIMD2<Float>, _ end: SIMD2<Float>) -> SIMD2<Float> {
        let way = end - start
        return way / (way * way).sum().squareRoot()
    }

    /// Returns the distance by which this edge's strip extends beyond a corner: at most `reach × tan(turn / 2)`, plus half a pixel for
    /// rounding. The pixels in this extension are nearest to the corner, and nearer to this strip than to the other edge's strip.
    private func overhang(_ first: SIMD2<Float>, _ second: SIMD2<Float>) -> Float {
        let cosine = (first * second).sum()
        guard cosine > 0 else { return reach }
        return min(reach, reach * ((1 - cosine) / (1 + cosine)).squareRoot() + 0.5)
    }

    private func addEdge(
        from start: SIMD2<Float>, to end: SIMD2<Float>, direction: SIMD2<Float>, before: Float, after: Float
    ) {
        let way = end - start
        let length = (way * way).sum().squareRoot()
        guard length > 0 else { return }
        // The corners of the strip determine its first and last rows.
        let along = (from: -before, to: length + after)
        let side = abs(direction.x) * reach
        let ends = (start.y + along.from * direction.y, start.y + along.to * direction.y)
        let rows = clamped(min(ends.0, ends.1) - side, max(ends.0, ends.1) + side, to: height)
        for row in rows {
            let y = Float(row) + 0.5 - start.y
            var low = -Float.greatestFiniteMagnitude
            var high = Float.greatestFiniteMagnitude
            // A point is inside the strip if from ≤ x·dx + y·dy ≤ to, and |x·dy − y·dx| ≤ reach.
            Self.narrow(
                &low, &high, slope: direction.x, from: along.from - y * direction.y, to: along.to - y * direction.y)
            Self.narrow(&low, &high, slope: direction.y, from: y * direction.x - reach, to: y * direction.x + reach)
            guard low <= high else { continue }
            let columns = clamped(start.x + low - 0.5, start.x + high + 0.5, to: width)
            guard !columns.isEmpty else { continue }
            addRow(
                row, columns, x: Float(columns.lowerBound) + 0.5 - start.x, y: y, direction: direction, length: length)
        }
    }

    @inline(__always)
    private static func narrow(_ low: inout Float, _ high: inout Float, slope: Float, from: Float, to: Float) {
        guard abs(slope) > 1e-6 else {
            if from > 0 || to < 0 { high = -.infinity }
            return
        }
        let ends = (from / slope, to / slope)
        low = max(low, min(ends.0, ends.1))
        high = min(high, max(ends.0, ends.1))
    }

    @inline(__always)
    private func clamped(_ low: Float, _ high: Float, to limit: Int) -> Range<Int> {
        let first = Int(min(max(low.rounded(.down), 0), Float(limit)))
        let last = Int(min(max(high.rounded(.up), 0), Float(limit)))
        return first..<max(first, last)
    }

    /// Replaces the distances in one row with the distances from this edge where these are smaller. (`x`, `y`) is the center of the first
    /// pixel, relative to the edge's start.
    @inline(__always)
    private func addRow(_ row: Int, _ columns: Range<Int>, x: Float, y: Float, direction: SIMD2<Float>, length: Float) {
        let target = distances + row * width
        let inside = fill + row * width
        var column = columns.lowerBound
        var x = x
        while column + 8 <= columns.upperBound {
            // Pixels filled by the shape are covered at any distance.
            if UnsafeRawPointer(inside + column).loadUnaligned(as: UInt64.self) != .max {
                let across = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + x
                // `clamped` would compile to a function call.
                var along = across * direction.x + y * direction.y
                along.replace(with: 0, where: along .< 0)
                along.replace(with: length, where: along .> length)
                let dx = across - along * direction.x
                let dy = y - along * direction.y
                let found = dx * dx + dy * dy
                let place = UnsafeMutableRawPointer(target + column)
                let known = place.loadUnaligned(as: SIMD8<Float>.self)
                place.storeBytes(of: found.replacing(with: known, where: known .< found), as: SIMD8<Float>.self)
            }
            column += 8
            x += 8
        }
        while column < columns.upperBound {
            let along = min(max(x * direction.x + y * direction.y, 0), length)
            let dx = x - along * direction.x
            let dy = y - along * direction.y
            target[column] = min(target[column], dx * dx + dy * dy)
            column += 1
            x += 1
        }
    }

    private func result() -> [UInt8] {
        let limit = reach * reach
        return [UInt8](unsafeUninitializedCapacity: width * height) { result, count in
            for index in 0..<(width * height) {
                let inner = fill[index]
                if inner == 255 || distances[index] >= limit {
                    result[index] = inner
                } else {
                    // A pixel whose center is inside the shape is on the other side of the edge.
                    let distance = distances[index].squareRoot() * (inner >= 128 ? -1 : 1)
                    result[index] = max(inner, UInt8(min(max(radius + 0.5 - distance, 0), 1) * 255 + 0.5))
                }
            }
            count = width * height
        }
    }
}
