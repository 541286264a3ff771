/// The edge of a bitmap's opaque part, where the coverage crosses one half, found by marching squares between pixel centers.
enum AlphaContour {
    /// Returns the edge of `coverage`, which has `width × height` values. `margin` is the distance, in pixels, from the result's left and
    /// top edges to the bitmap.
    static func segments(of coverage: [UInt8], width: Int, height: Int, margin: Int) -> OutlineSegments {
        var segments = OutlineSegments()
        func value(_ x: Int, _ y: Int) -> Float {
            x >= 0 && y >= 0 && x < width && y < height ? Float(coverage[y * width + x]) - 127.5 : -127.5
        }
        for y in -1..<height {
            for x in -1..<width {
                let corners = (value(x, y), value(x + 1, y), value(x + 1, y + 1), value(x, y + 1))
                let crossings = crossings(corners)
                let origin = SIMD2(Float(x + margin) + 0.5, Float(y + margin) + 0.5)
                for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                    segments.addEdge(from: crossings[pair] + origin, to: crossings[pair + 1] + origin)
                }
            }
        }
        return segments
    }

    /// Returns the points at which the edge enters and leaves a cell between four pixel centers, clockwise from the top.
    private static func crossings(_ corners: (Float, Float, Float, Float)) -> [SIMD2<Float>] {
        var found: [SIMD2<Float>] = []
        func share(_ from: Float, _ to: Float) -> Float? { (from < 0) == (to < 0) ? nil : from / (from - to) }
        if let top = share(corners.0, corners.1) { found.append(SIMD2(top, 0)) }
        if let right = share(corners.1, corners.2) { found.append(SIMD2(1, right)) }
        if let bottom = share(corners.3, corners.2) { found.append(SIMD2(bottom, 1)) }
        if let left = share(corners.0, corners.3) { found.append(SIMD2(0, left)) }
        return found
    }
}
