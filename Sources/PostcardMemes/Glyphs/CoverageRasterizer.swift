/// Computes the exact area coverage of a shape under the nonzero rule.
///
/// Every edge adds its signed area to the pixels that it crosses. The running sum along a row is the winding number, averaged over each
/// pixel. R. Levien's font-rs and, before it, libart work this way.
enum CoverageRasterizer {
    /// Returns the coverage of `segments`, which are in pixels, relative to the top left of the result. `width` and `height` are the
    /// numbers of columns and rows of the result.
    static func coverage(of segments: OutlineSegments, width: Int, height: Int) -> [UInt8] {
        // An edge at the right end of a row also writes to the next column.
        let stride = width + 2
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: stride * height) { areas in
            areas.initialize(repeating: 0)
            guard let base = areas.baseAddress else { return [] }
            segments.forEachContour { contour in
                guard var start = contour.last else { return }
                for end in contour {
                    addEdge(from: start, to: end, base, stride: stride, width: width, height: height)
                    start = end
                }
            }
            return [UInt8](unsafeUninitializedCapacity: width * height) { result, count in
                for y in 0..<height {
                    var sum: Float = 0
                    for x in 0..<width {
                        sum += base[y * stride + x]
                        result[y * width + x] = UInt8(min(abs(sum), 1) * 255 + 0.5)
                    }
                }
                count = width * height
            }
        }
    }

    private static func addEdge(
        from start: SIMD2<Float>, to end: SIMD2<Float>, _ areas: UnsafeMutablePointer<Float>, stride: Int, width: Int,
        height: Int
    ) {
        // Outlines of broken fonts can have NaN or infinite coordinates.
        guard start.y != end.y, (start + end).sum().isFinite else { return }
        let isDown = start.y < end.y
        let (top, bottom) = isDown ? (start, end) : (end, start)
        // Clamping keeps rows, and later columns, inside the buffer: `height` rows of `width` + 2 columns.
        let firstRow = Int(min(max(0, top.y), Float(height)))
        let lastRow = Int(max(0, min(Float(height), bottom.y.rounded(.up))))
        guard top.y < Float(height), firstRow < lastRow else { return }
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let limit = Float(width)
        for row in firstRow..<lastRow {
            let upper = max(Float(row), top.y)
            let lower = min(Float(row + 1), bottom.y)
            let height = (lower - upper) * (isDown ? 1 : -1)
            let x0 = min(max(top.x + (upper - top.y) * slope, 0), limit)
            let x1 = min(max(top.x + (lower - top.y) * slope, 0), limit)
            addSpan(from: min(x0, x1), to: max(x0, x1), height: height, areas + row * stride)
        }
    }

    /// Adds the part of an edge in one row: the pixels that the edge crosses get the area to the right of the edge, and all later pixels
    /// get the rest of the edge's height.
    @inline(__always)
    private static func addSpan(from left: Float, to right: Float, height: Float, _ row: UnsafeMutablePointer<Float>) {
        let first = Int(left)
        let last = Int(right.rounded(.up))
        if last <= first + 1 {
            let share = (left + right) * 0.5 - Float(first)
            row[first] += height - height * share
            row[first + 1] += height * share
            return
        }
        let inverse = 1 / (right - left)
        let firstArea = Float(first + 1) - left
        let lastArea = right - Float(last - 1)
        let begin = 0.5 * inverse * firstArea * firstArea
        let end = 0.5 * inverse * lastArea * lastArea
        row[first] += height * begin
        if last == first + 2 {
            row[first + 1] += height * (1 - begin - end)
        } else {
            let second = inverse * (firstArea + 0.5)
            row[first + 1] += height * (second - begin)
            for column in (first + 2)..<(last - 1) { row[column] += height * inverse }
            row[last - 1] += height * (1 - (second + Float(last - first - 3) * inverse) - end)
        }
        row[last] += height * end
    }
}
