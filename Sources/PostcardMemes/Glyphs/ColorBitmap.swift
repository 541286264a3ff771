import PostcardImaging

/// A color glyph as stored in its font: premultiplied `0xAARRGGBB`.
struct ColorBitmap: Sendable {
    /// The maximum length of a bitmap's side in pixels. The sides of the largest common bitmaps are 160 pixels long.
    static let maximumSide = 1_024

    var width: Int
    var height: Int
    /// The distance from the glyph's origin to the left edge, in bitmap pixels.
    var left: Int
    /// The distance from the baseline up to the top edge, in bitmap pixels.
    var top: Int
    /// The number of bitmap pixels per em.
    var pixelsPerEm: Int
    var pixels: [UInt32]
}

extension ColorBitmap {
    /// The number of pixels drawn between two checkpoints.
    private static let checkpointPixels = 1 << 16

    /// Returns the glyph at another size, rotated and moved, resampled with the cubic Mitchell–Netravali filter. `size` is in pixels per
    /// em. `shift` moves the origin, in pixels. Only the part inside `clip`, in pixels relative to the origin, is drawn.
    ///
    /// - Throws: `MemeError` with code `invalidFont` for a glyph of more than 67 million pixels, and `ImageError` with code `interrupted`.
    func drawn(size: Float, rotation: Rotation, shift: SIMD2<Float>, clip: PixelRect? = nil) throws -> GlyphImage {
        let scale = size / Float(pixelsPerEm)
        let cosine = Float(rotation.cosine)
        let sine = Float(rotation.sine)
        let corners = [(left, -top), (left + width, -top), (left, height - top), (left + width, height - top)].map {
            let x = Float($0.0) * scale
            let y = Float($0.1) * scale
            return SIMD2(x * cosine - y * sine, x * sine + y * cosine) + shift
        }
        var low = corners.dropFirst().reduce(corners[0], pointwiseMin).rounded(.down)
        var high = corners.dropFirst().reduce(corners[0], pointwiseMax).rounded(.up)
        if let clip {
            low = pointwiseMax(low, SIMD2(Float(clip.x), Float(clip.y)))
            high = pointwiseMin(high, SIMD2(Float(clip.x + clip.width), Float(clip.y + clip.height)))
        }
        let extent = high - low + 2
        guard extent.x > 2, extent.y > 2 else { return .empty }
        guard extent.x * extent.y <= GlyphDrawing.maximumArea else {
            throw MemeError(
                .invalidFont,
                "A color glyph is too large to draw at \(Int(size)) pixels. Use a smaller box or picture.")
        }
        let columns = Int(high.x - low.x) + 2
        let rows = Int(high.y - low.y) + 2
        // Add a pixel on each side for the filter's soft edge.
        var mask = Mask(x: Int(low.x) - 1, y: Int(low.y) - 1, width: columns, height: rows)
        var colors = [UInt32](repeating: 0, count: columns * rows)
        var sampler = Sampler(self, radius: 2 * max(1, 1 / scale))
        let strip = max(1, Self.checkpointPixels / columns)
        for row in 0..<rows {
            if row % strip == strip - 1 { try ImageWork.checkpoint() }
            for column in 0..<columns {
                let place = SIMD2(Float(mask.x + column) + 0.5, Float(mask.y + row) + 0.5) - shift
                let x = (place.x * cosine + place.y * sine) / scale - Float(left)
                let y = (place.y * cosine - place.x * sine) / scale + Float(top)
                let color = sampler.color(x: x, y: y)
                colors[row * columns + column] = color
                mask.coverage[row * columns + column] = UInt8(color >> 24)
            }
        }
        return GlyphImage(mask: mask, colors: colors)
    }

    private struct Sampler {
        let bitmap: ColorBitmap
        let radius: Float
        /// The weights of the bitmap columns and rows that contribute to a pixel.
        private var columnWeights: [Float] = []
        private var rowWeights: [Float] = []

        init(_ bitmap: ColorBitmap, radius: Float) {
            self.bitmap = bitmap
            self.radius = radius
        }

        mutating func color(x: Float, y: Float) -> UInt32 {
            let columns = range(x, bitmap.width)
            let rows = range(y, bitmap.height)
            guard !columns.isEmpty, !rows.isEmpty else { return 0 }
            Self.setWeights(x, columns, radius, &columnWeights)
            Self.setWeights(y, rows, radius, &rowWeights)
            var sum = SIMD4<Float>.zero
            for row in rows {
                var line = SIMD4<Float>.zero
                for column in columns {
                    let pixel = bitmap.pixels[row * bitmap.width + column]
                    // Process one channel at a time: SIMD conversions compile to calls, not instructions.
                    let channels = SIMD4(
                        Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
                    line += channels * columnWeights[column - columns.lowerBound]
                }
                sum += line * rowWeights[row - rows.lowerBound]
            }
            let alpha = min(max(sum.w, 0), 255)
            let limited = sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha)) + 0.5
            return UInt32(limited.w) << 24 | UInt32(limited.z) << 16 | UInt32(limited.y) << 8 | UInt32(limited.x)
        }

        /// Normalizes the weights by their sum over all steps, including those outside the bitmap. The sum equals the scale only if the
        /// scale is a whole number; without normalization, flat colors would show a pattern.
        private static func setWeights(_ center: Float, _ range: Range<Int>, _ radius: Float, _ weights: inout [Float])
        {
            let first = Int((center - radius).rounded(.down))
            let last = Int((center + radius).rounded(.up))
            var sum: Float = 0
            weights.removeAll(keepingCapacity: true)
            for step in first..<last {
                let weight = weight((Float(step) + 0.5 - center) / (radius / 2))
                sum += weight
                if range.contains(step) { weights.append(weight) }
            }
            for index in weights.indices { weights[index] /= sum }
        }

        private func range(_ center: Float, _ count: Int) -> Range<Int> {
            let first = Int(min(max((center - radius).rounded(.down), 0), Float(count)))
            let last = Int(min(max((center + radius).rounded(.up), 0), Float(count)))
            return first..<max(first, last)
        }

        /// D. Mitchell and A. Netravali, "Reconstruction Filters in Computer Graphics", 1988, with B = C = 1/3.
        private static func weight(_ distance: Float) -> Float {
            let x = abs(distance)
            return if x < 1 {
                (7 * x * x * x - 12 * x * x + 16.0 / 3) / 6
            } else if x < 2 {
                (-7.0 / 3 * x * x * x + 12 * x * x - 20 * x + 32.0 / 3) / 6
            } else {
                0
            }
        }
    }
}

extension GlyphImage {
    /// Composites the glyph, moved by `dx`, `dy`, over the premultiplied `0xAARRGGBB` pixels in the rectangle of `area`. Pixels outside the
    /// rectangle are dropped.
    func composite(onto pixels: inout [UInt32], of area: Mask, dx: Int, dy: Int) {
        guard let colors else { return }
        let (left, top) = (mask.x + dx - area.x, mask.y + dy - area.y)
        for row in 0..<mask.height where 0..<area.height ~= top + row {
            for column in 0..<mask.width where 0..<area.width ~= left + column {
                let index = (top + row) * area.width + left + column
                pixels[index] = Self.over(colors[row * mask.width + column], pixels[index])
            }
        }
    }

    /// Premultiplied source-over.
    static func over(_ top: UInt32, _ bottom: UInt32) -> UInt32 {
        let rest = 255 - top >> 24
        if bottom == 0 || rest == 0 { return top }
        var result: UInt32 = 0
        for shift: UInt32 in [0, 8, 16, 24] {
            let below = bottom >> shift & 255
            result |= min(255, (top >> shift & 255) + (below * rest + 127) / 255) << shift
        }
        return result
    }

    /// Returns the glyph in a color. Color glyphs keep their own colors.
    func tinted(_ color: Color?) -> GlyphImage {
        guard let color, colors == nil else { return self }
        // The premultiplied pixel for each coverage value.
        let pixels = (0...255).map { coverage in
            let opacity = (UInt32(coverage) * UInt32(color.alpha) + 127) / 255
            func premultiplied(_ channel: UInt8) -> UInt32 { (UInt32(channel) * opacity + 127) / 255 }
            return opacity << 24 | premultiplied(color.red) << 16 | premultiplied(color.green) << 8
                | premultiplied(color.blue)
        }
        var image = self
        image.colors = mask.coverage.map { pixels[Int($0)] }
        return image
    }
}
