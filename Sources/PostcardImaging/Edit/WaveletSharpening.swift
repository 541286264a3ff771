/// Sharpens by scales of detail: a picture is taken apart into five layers, each the difference of two pictures of which one is smoothed
/// by a hat twice as wide as the one before (the wavelets "à trous" of Holschneider and others, 1989), and each layer is strengthened by
/// how near its scale is to the wanted one.
struct WaveletSharpening {
    private static let levels = 5
    /// The rows that a row depends on, above and below: the hats' reaches together.
    private static let reach = (1 << levels) - 1
    /// The rows that are done at a time.
    private static let strip = 64

    /// The factors of the layers, from the finest.
    private let factors: [Float]
    private let luminanceOnly: Bool

    init(amount: Double, radius: Double, luminanceOnly: Bool) {
        factors = (0..<Self.levels).map { level in
            let distance = Double(level) - radius
            return Float(1 + amount * GaussianBlur.exponential(-distance * distance / 1.5))
        }
        self.luminanceOnly = luminanceOnly
    }

    func sharpened(_ image: Image) throws(ImageError) -> Image {
        var result = try Image(uninitialized: image.size)
        let height = image.size.height
        try image.withRows { (source) throws(ImageError) in
            try result.withMutableRows { (target) throws(ImageError) in
                for top in stride(from: 0, to: height, by: Self.strip) {
                    let rows = top..<min(height, top + Self.strip)
                    try sharpen(rows, of: source, image.size, into: target)
                }
            }
        }
        result.isOpaque = image.isOpaque
        return result
    }

    private func sharpen(
        _ rows: Range<Int>, of source: Image.Rows, _ size: PixelSize, into target: Image.Rows
    ) throws(ImageError) {
        let width = size.width
        let first = rows.lowerBound - Self.reach
        let count = rows.count + 2 * Self.reach
        var smooth = [SIMD4<Float>](repeating: .zero, count: count * width)
        for y in 0..<count {
            let row = source[Self.mirrored(first + y, size.height)]
            for x in 0..<width { smooth[y * width + x] = value(of: row[x]) }
        }
        let inside = Self.reach * width..<(Self.reach + rows.count) * width
        var sum = [SIMD4<Float>](repeating: .zero, count: inside.count)
        for level in 0..<Self.levels {
            try ImageWork.checkpoint()
            let next = Self.smoothed(smooth, width: width, rows: count, gap: 1 << level)
            for index in inside { sum[index - inside.lowerBound] += (smooth[index] - next[index]) * factors[level] }
            smooth = next
        }
        for y in rows {
            for x in 0..<width {
                let index = (y - rows.lowerBound) * width + x
                target[y][x] = pixel(source[y][x], sum[index] + smooth[index + inside.lowerBound])
            }
        }
    }

    /// Smoothed by a hat of weights ¼, ½ and ¼ with a gap between them, across and down.
    private static func smoothed(_ plane: [SIMD4<Float>], width: Int, rows: Int, gap: Int) -> [SIMD4<Float>] {
        var across = plane
        let (left, right) = (
            (0..<width).map { mirrored($0 - gap, width) }, (0..<width).map { mirrored($0 + gap, width) }
        )
        for y in 0..<rows {
            let start = y * width
            for x in 0..<width {
                across[start + x] =
                    plane[start + x] * 0.5 + (plane[start + left[x]] + plane[start + right[x]]) * 0.25
            }
        }
        var result = across
        for y in 0..<rows {
            // Rows beyond the reach count for nothing in the end.
            let (above, below) = (max(0, y - gap) * width, min(rows - 1, y + gap) * width)
            for x in 0..<width {
                result[y * width + x] = across[y * width + x] * 0.5 + (across[above + x] + across[below + x]) * 0.25
            }
        }
        return result
    }

    /// The place that a place beyond an edge shows, as in a mirror.
    private static func mirrored(_ place: Int, _ count: Int) -> Int {
        guard count > 1 else { return 0 }
        let period = 2 * (count - 1)
        let inside = ((place % period) + period) % period
        return inside < count ? inside : period - inside
    }

    private static let luma = SIMD4<Float>(0.299, 0.587, 0.114, 0)

    /// Premultiplied, so that colour under transparent pixels does not show; of luminance only, that and the opacity.
    private func value(of pixel: Int32) -> SIMD4<Float> {
        let color = SIMD4<Float>(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 1)
        let shown = luminanceOnly ? SIMD4((color * Self.luma).sum(), 0, 0, 1) : color
        return shown * (Float(127 - (pixel >> 24 & 127)) / 127)
    }

    /// The pixel with a sharpened value.
    private func pixel(_ pixel: Int32, _ value: SIMD4<Float>) -> Int32 {
        guard pixel >> 24 & 127 < 127, value.w > 0.001 else { return pixel }
        let color = SIMD4<Float>(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 0)
        let sharpened = value / value.w
        let result = luminanceOnly ? color + (sharpened.x - (color * Self.luma).sum()) : sharpened
        let channels = SIMD4<Int32>((result + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
        return GDPixel.pack(
            red: channels.x, green: channels.y, blue: channels.z, transparency: pixel >> 24 & 127)
    }
}

extension Image {
    /// The picture with more detail of about one scale.
    ///
    /// - Parameters:
    ///   - amount: how much is added to it.
    ///   - radius: the scale: the power of two that is its width in pixels.
    ///   - luminanceOnly: whether colours stay, and only their brightness is changed.
    /// - Returns: the picture.
    /// - Throws: `ImageError` with code `outOfMemory` or, within ``ImageWork``, `interrupted`.
    public func sharpened(
        waveletAmount amount: Double, radius: Double, luminanceOnly: Bool
    ) throws(ImageError) -> Image {
        try WaveletSharpening(amount: amount, radius: radius, luminanceOnly: luminanceOnly).sharpened(self)
    }
}
