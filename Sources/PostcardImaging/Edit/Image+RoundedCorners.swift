extension Image {
    /// The picture with round, smooth corners, transparent outside of them.
    ///
    /// - Parameter radius: in pixels, at most half of the shorter side; that makes a square picture a circle.
    /// - Returns: the picture with its corners.
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func roundedCorners(radius: Double) throws(ImageError) -> Image {
        let radius = min(radius, Double(min(size.width, size.height)) / 2)
        guard radius > 0 else { return self }
        var result = self
        let size = size
        let side = Int(radius.rounded(.up))
        result.withMutableRows { rows in
            for y in 0..<side {
                for x in 0..<side {
                    let cover = Self.coverage(x: x, y: y, radius: radius)
                    if cover >= 1 { continue }
                    for row in Set([y, size.height - 1 - y]) {
                        for column in Set([x, size.width - 1 - x]) {
                            let pixel = rows[row][column]
                            let opacity = Int32((Float(127 - (pixel >> 24 & 127)) * cover).rounded())
                            rows[row][column] = pixel & GDPixel.opaqueMask | (127 - opacity) << 24
                        }
                    }
                }
            }
        }
        result.isOpaque = false
        return result
    }

    /// The part of a pixel near the top left corner that lies inside of the arc, from sixteen points by sixteen.
    private static func coverage(x: Int, y: Int, radius: Double) -> Float {
        let points = 16
        var inside = 0
        for row in 0..<points {
            let down = radius - Double(y) - (Double(row) + 0.5) / Double(points)
            for column in 0..<points {
                let right = radius - Double(x) - (Double(column) + 0.5) / Double(points)
                if right <= 0 || down <= 0 || right * right + down * down <= radius * radius { inside += 1 }
            }
        }
        return Float(inside) / Float(points * points)
    }
}
