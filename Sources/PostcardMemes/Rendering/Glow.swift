import PostcardImaging

/// The glow around text.
enum Glow {
    /// The blurs of the glow in ems, from wide to narrow, with their gains.
    private static let blurs = [(sigma: 0.3, gain: 1.5), (sigma: 0.1, gain: 1.6)]
    private static let pink = Color(red: 255, green: 46, blue: 196)
    /// The minimum difference between channels. A color with a smaller difference is treated as gray.
    private static let minimumChroma = 48

    /// Returns the glow's layers, which are under text of `size` pixels in the color `fill`.
    static func layers(
        around mask: Mask, of fill: Color, size: Double, _ opacity: UInt8, on canvas: PixelSize
    ) throws -> [MaskLayers] {
        let channels = [fill.red, fill.green, fill.blue]
        let difference = (channels.max() ?? 0) - (channels.min() ?? 0)
        let color = difference < minimumChroma ? pink : fill
        return try blurs.map { blur in
            var light = try mask.blurred(sigma: max(0.5, blur.sigma * size), on: canvas)
            for index in light.coverage.indices {
                light.coverage[index] = UInt8(min(255, Double(light.coverage[index]) * blur.gain))
            }
            return MaskLayers(fill: light, fillColor: color, opacity: opacity)
        }
    }
}
