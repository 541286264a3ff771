extension Image {
    /// The picture after a filter.
    ///
    /// - Throws: `ImageError` with code `unsupported` where libgd is not installed, `outOfMemory` or, within ``ImageWork``,
    ///   `interrupted`.
    public func filtered(_ filter: PixelFilter) throws(ImageError) -> Image {
        var result = self
        try filter.apply(to: &result)
        return result
    }

    /// Moves each pixel away from its Rec. 709 luma, or towards it. `factor` is the added part of the distance in
    /// 65,536ths, -65,536 to 65,536.
    mutating func saturate(by factor: Int32) throws(ImageError) {
        let size = size
        try withMutableRows { rows throws(ImageError) in
            for y in 0..<size.height {
                try ImageWork.checkpoint(row: y, width: size.width)
                let row = rows[y]
                for x in 0..<size.width {
                    let pixel = row[x]
                    let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
                    let luma = (red * 13_933 + green * 46_871 + blue * 4_732 + 32_768) >> 16
                    func moved(_ value: Int32) -> Int32 {
                        min(255, max(0, value + ((value - luma) * factor + 32_768) >> 16))
                    }
                    row[x] = GDPixel.pack(
                        red: moved(red), green: moved(green), blue: moved(blue), transparency: pixel >> 24 & 127)
                }
            }
        }
    }

    /// Lets `body` mix pixels whose colours are weighted by their opacity, so that what cannot be seen has no part in a mean.
    mutating func withWeightedPixels(_ body: (inout Image) throws(ImageError) -> Void) throws(ImageError) {
        guard !isOpaque else { return try body(&self) }
        mapColors { value, opacity in (value * opacity + 63) / 127 }
        try body(&self)
        mapColors { value, opacity in opacity == 0 ? 0 : min(255, (value * 127 + opacity / 2) / opacity) }
    }

    /// `weights` has nine, row by row.
    mutating func convolve(_ weights: [Float], offset: Float) throws(ImageError) {
        let size = size
        // What a row was before it was changed.
        var above = [Int32](repeating: 0, count: size.width)
        var current = above
        try withMutableRows { rows throws(ImageError) in
            for y in 0..<size.height {
                try ImageWork.checkpoint(row: y, width: size.width)
                for x in 0..<size.width { current[x] = rows[y][x] }
                for x in 0..<size.width {
                    let own = current[x]
                    var sum = SIMD4<Float>(repeating: offset)
                    for column in 0..<3 {
                        let place = min(size.width - 1, max(0, x + column - 1))
                        let middle = current[place]
                        let top = y > 0 ? above[place] : middle
                        let bottom = y + 1 < size.height ? rows[y + 1][place] : middle
                        sum += Self.seen(top, beside: own) * weights[column]
                        sum += Self.seen(middle, beside: own) * weights[3 + column]
                        sum += Self.seen(bottom, beside: own) * weights[6 + column]
                    }
                    let color = SIMD4<Int32>((sum + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
                    rows[y][x] = GDPixel.pack(
                        red: color.x, green: color.y, blue: color.z, transparency: own >> 24 & 127)
                }
                swap(&above, &current)
            }
        }
    }

    /// The colour of a neighbour; as far as it is transparent, that of the pixel itself.
    @inline(__always)
    static func seen(_ neighbor: Int32, beside own: Int32) -> SIMD4<Float> {
        func color(_ pixel: Int32) -> SIMD4<Float> {
            SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 0)
        }
        let transparency = neighbor >> 24 & 127
        guard transparency != 0 else { return color(neighbor) }
        return color(neighbor) + (color(own) - color(neighbor)) * (Float(transparency) / 127)
    }

    private mutating func mapColors(_ transform: (_ value: Int32, _ opacity: Int32) -> Int32) {
        let size = size
        withMutableRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = rows[y][x]
                    let transparency = pixel >> 24 & 127
                    guard transparency != 0 else { continue }
                    let opacity = 127 - transparency
                    rows[y][x] = GDPixel.pack(
                        red: transform(pixel >> 16 & 255, opacity), green: transform(pixel >> 8 & 255, opacity),
                        blue: transform(pixel & 255, opacity), transparency: transparency)
                }
            }
        }
    }
}
