import PostcardImaging

/// The light round letters that glow.
struct Glow {
    /// The blurs of the light in sizes, from wide to narrow, and how much each adds.
    private static let blurs = [(sigma: 0.3, gain: 1.5), (sigma: 0.1, gain: 1.6)]
    private static let pink = Color(red: 255, green: 46, blue: 196)
    /// The difference between the channels of a colour below which it counts as grey.
    private static let leastColor = 48

    let color: Color

    /// `fill` is the colour of the letters.
    init(_ fill: Color) {
        let channels = [Int(fill.red), Int(fill.green), Int(fill.blue)]
        let difference = (channels.max() ?? 0) - (channels.min() ?? 0)
        color = difference < Self.leastColor ? Self.pink : fill
    }

    func layers(round mask: Mask, size: Double, _ opacity: UInt8, on canvas: PixelSize) throws -> [MaskLayers] {
        try Self.blurs.map { blur in
            var light = try mask.blurred(sigma: max(0.5, blur.sigma * size), on: canvas)
            for index in light.coverage.indices {
                light.coverage[index] = UInt8(min(255, Double(light.coverage[index]) * blur.gain))
            }
            return MaskLayers(fill: light, fillColor: color, opacity: opacity)
        }
    }
}
