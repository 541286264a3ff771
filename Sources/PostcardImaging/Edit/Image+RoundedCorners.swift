extension Image {
    /// Returns the picture with rounded corners. The area outside the corners is transparent.
    ///
    /// - Parameter radius: the radius in pixels, at most half of the shorter side. The largest radius turns a square picture into a circle.
    /// - Throws: `ImageError` with code `interrupted` in a canceled ``MemoryBudget/run(_:_:)``.
    public func roundedCorners(radius: Double) throws(ImageError) -> Image {
        let radius = min(radius, Double(min(size.width, size.height)) / 2)
        return try roundedCorners(across: radius, down: radius)
    }

    /// Returns the picture with smooth corners that are quarters of an ellipse.
    ///
    /// - Parameters:
    ///   - across: half the width of the ellipse in pixels, at most half the width of the picture.
    ///   - down: half the height of the ellipse in pixels, at most half the height of the picture.
    ///   - color: the color outside the corners, which keeps the transparency of the picture; `nil` to make that area transparent.
    /// - Throws: `ImageError` with code `interrupted` in a canceled ``MemoryBudget/run(_:_:)``.
    package func roundedCorners(across: Double, down: Double, color: Color? = nil) throws(ImageError) -> Image {
        let (across, down) = (min(across, Double(size.width) / 2), min(down, Double(size.height) / 2))
        guard across > 0, down > 0 else { return self }
        var result = self
        let size = size
        try result.withMutableRows { rows throws(ImageError) in
            for y in 0..<Int(down.rounded(.up)) {
                try ImageWork.checkpoint(row: y, width: size.width)
                for x in 0..<Int(across.rounded(.up)) {
                    let cover = Self.coverage(x: x, y: y, across: across, down: down)
                    if cover >= 1 { continue }
                    for row in Set<Int>([y, size.height - 1 - y]) {
                        for column in Set<Int>([x, size.width - 1 - x]) {
                            rows[row][column] = Self.covered(rows[row][column], by: cover, color)
                        }
                    }
                }
            }
        }
        if color == nil { result.isOpaque = false }
        return result
    }

    private static func covered(_ pixel: Int32, by cover: Float, _ color: Color?) -> Int32 {
        let transparency = pixel >> 24 & 127
        guard let color else {
            let opacity = Int32((Float(127 - transparency) * cover).rounded())
            return pixel & GDPixel.opaqueMask | (127 - opacity) << 24
        }
        let mixed = GDPixel.channels(pixel) * cover + GDPixel.channels(GDPixel.pack(color)) * (1 - cover)
        return GDPixel.pack(mixed, transparency: transparency)
    }

    /// Returns the share of a pixel's area that is inside the arc of the top left corner, estimated from 16 × 16 sample points.
    private static func coverage(x: Int, y: Int, across: Double, down: Double) -> Float {
        let points = 16
        let (widths, heights) = (across * across, down * down)
        func isInside(_ right: Double, _ below: Double) -> Bool {
            right * right * heights + below * below * widths <= widths * heights
        }
        // For most pixels, all sample points are on one side of the arc.
        let (right, below) = (across - Double(x), down - Double(y))
        if isInside(right, below) { return 1 }
        if right > 1, below > 1, !isInside(right - 1, below - 1) { return 0 }
        var inside = 0
        for row in 0..<points {
            let below = down - Double(y) - (Double(row) + 0.5) / Double(points)
            for column in 0..<points {
                let right = across - Double(x) - (Double(column) + 0.5) / Double(points)
                if right <= 0 || below <= 0 || isInside(right, below) { inside += 1 }
            }
        }
        return Float(inside) / Float(points * points)
    }
}
