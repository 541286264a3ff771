import PostcardImaging

extension Caption {
    /// A named change of the letters. All of them can be combined.
    public enum Effect: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// A soft light around the letters, in their colour; that of white, grey and black letters is pink.
        case glow
        /// Lines bent along circles: upwards in their middle, or downwards for text at the bottom of its box.
        case arc
        /// All hues along the lines, at one lightness. Emoji keep their colours.
        case rainbow
    }
}

extension Meme {
    /// A named change of the whole picture.
    public enum Effect: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// Too much of everything: colour, contrast, sharpness, noise, and the blocks of a JPEG that was saved too often.
        case deepFried = "deep-fried"
    }
}

/// The effect of a picture that was saved too often: too much colour, contrast, sharpness and noise, and the blocks of a JPEG. It is
/// deterministic.
enum DeepFryer {
    /// The mean side in pixels up to which blocks have their usual size; those of larger pictures grow with them.
    private static let mildSide = 900.0
    private static let (saturation, contrast) = (2.1875, 1.484375)
    private static let quality = 9
    private static let noise = 44

    static func fried(_ image: Image) throws -> Image {
        let side = (Double(image.size.width) * Double(image.size.height)).squareRoot()
        let scale = max(1, (side / mildSide).rounded())
        var fried = try image.filtered(.saturate(by: saturation, luma: .rec601)).filtered(.tone(tone))
            .sharpened(sigma: 1.4 * scale, amount: 2.2).filtered(.noise(amount: noise, seed: 19))
        try ImageWork.checkpoint()
        let small = try fried.flattened(onto: .white).resized(
            Resize(
                into: PixelSize(
                    width: max(1, Int((Double(image.size.width) / scale).rounded())),
                    height: max(1, Int((Double(image.size.height) / scale).rounded()))), fit: .exact))
        let coarse = try Image(decoding: small.encoded(.jpeg(quality: quality)))
        try ImageWork.checkpoint()
        let large = Resize(into: image.size, fit: .exact, enlarges: true)
        let (before, after) = (try small.resized(large), try coarse.resized(large))
        // Adds the loss of the blocks to the sharp picture, whose letters stay sharp.
        try before.withRows { before in
            try after.withRows { after in
                try fried.withMutableRows { (rows) throws(ImageError) in
                    for y in 0..<image.size.height {
                        if y & 63 == 0 { try ImageWork.checkpoint() }
                        let (row, before, after) = (rows[y], before[y], after[y])
                        for x in 0..<image.size.width {
                            let (old, lost, found) = (row[x], before[x], after[x])
                            func moved(_ shift: Int32) -> Int32 {
                                let value = (old >> shift & 255) + (found >> shift & 255) - (lost >> shift & 255)
                                return min(255, max(0, value)) << shift
                            }
                            row[x] = old & 0x7F00_0000 | moved(16) | moved(8) | moved(0)
                        }
                    }
                }
            }
        }
        return fried
    }

    /// More colour and contrast, and warmer.
    private static let tone = ToneCurve(
        [30.0, 4, -34].map { warmth in { level in 128 + (level - 120) * contrast + warmth } })
}

extension Meme.Effect {
    func applied(to image: Image) throws -> Image {
        switch self {
        case .deepFried: try DeepFryer.fried(image)
        }
    }
}

/// The light around letters that glow.
enum Glow {
    /// The blurs of the light in ems, from wide to narrow, and the gain of each.
    private static let blurs = [(sigma: 0.3, gain: 1.5), (sigma: 0.1, gain: 1.6)]
    private static let pink = Color(red: 255, green: 46, blue: 196)
    /// The minimum difference between the channels of a colour that does not count as grey.
    private static let minimumChroma = 48

    /// The layers under letters of a size in pixels and of the colour `fill`.
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

/// Letters in all hues along their lines.
enum Rainbow {
    /// From red to violet at one lightness: colours of OKLCH with a lightness of 0.76, as colourful as sRGB allows.
    private static let colors: [SIMD3<Double>] = [
        [255, 137, 135], [251, 146, 81], [229, 163, 14], [189, 183, 27], [118, 203, 66], [55, 206, 152],
        [10, 202, 199], [37, 195, 236], [112, 183, 253], [159, 169, 254], [200, 152, 248], [248, 124, 224],
    ]

    /// The colour at a part of the way, 0 to 1; those beyond are the first and the last.
    static func color(at share: Double) -> SIMD3<UInt32> {
        let place = min(max(share, 0), 1) * Double(colors.count - 1)
        let index = min(Int(place), colors.count - 2)
        return SIMD3(colors[index] + (colors[index + 1] - colors[index]) * (place - Double(index)) + 0.5)
    }

    /// The pixels of `fill` in their hues, premultiplied `0xAARRGGBB`, under `colors` of the same rectangle.
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
