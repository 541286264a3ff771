import PostcardImaging

/// Text with all hues along its lines.
enum Rainbow {
    /// The hues from red to violet: OKLCH colors with a lightness of 0.76, as saturated as sRGB allows.
    private static let colors: [SIMD3<Double>] = [
        [255, 137, 135], [251, 146, 81], [229, 163, 14], [189, 183, 27], [118, 203, 66], [55, 206, 152],
        [10, 202, 199], [37, 195, 236], [112, 183, 253], [159, 169, 254], [200, 152, 248], [248, 124, 224],
    ]

    /// Returns the color at a position from 0 to 1. Before that range, the color is the first color; after that range, the last color.
    static func color(at share: Double) -> SIMD3<UInt32> {
        let place = min(max(share, 0), 1) * Double(colors.count - 1)
        let index = min(Int(place), colors.count - 2)
        return SIMD3(colors[index] + (colors[index + 1] - colors[index]) * (place - Double(index)) + 0.5)
    }

    /// Returns the pixels of `fill` in their hues, as premultiplied `0xAARRGGBB`. The pixels of `colors`, which cover the same rectangle,
    /// are drawn over these pixels.
    static func pixels(
        of fill: Mask, under colors: [UInt32]?, along placement: CaptionPlacement, isVertical: Bool
    ) -> [UInt32] {
        let text = placement.text
        let start = placement.turned(text.low)
        let end = isVertical ? SIMD2(text.low.x, text.high.y) : SIMD2(text.high.x, text.low.y)
        let whole = placement.turned(end) - start
        let way = whole / max((whole * whole).sum(), 1)
        var pixels = colors ?? [UInt32](repeating: 0, count: fill.coverage.count)
        for y in 0..<fill.height {
            let row = y * fill.width
            let offset = SIMD2(Double(fill.x) + 0.5, Double(fill.y + y) + 0.5) - start
            let share = (offset * way).sum()
            for x in 0..<fill.width where fill.coverage[row + x] > 0 {
                let coverage = UInt32(fill.coverage[row + x])
                let hue = (color(at: share + Double(x) * way.x) &* coverage &+ 127) / 255
                let pixel = coverage << 24 | hue.x << 16 | hue.y << 8 | hue.z
                pixels[row + x] = GlyphImage.over(pixels[row + x], pixel)
            }
        }
        return pixels
    }
}
