extension Image {
    /// The picture without colour: Rec. 601 luma of the sRGB numbers. Transparency stays.
    ///
    /// - Throws: `ImageError` with code `interrupted` within ``ImageWork``.
    package func televisionGrayscale() throws(ImageError) -> Image {
        var result = self
        try result.mapPixels { pixel in
            let luma = ((pixel >> 16 & 255) * 299 + (pixel >> 8 & 255) * 587 + (pixel & 255) * 114 + 500) / 1_000
            return GDPixel.pack(red: luma, green: luma, blue: luma, transparency: pixel >> 24 & 127)
        }
        return result
    }

    /// The picture with more or less colour: the distances of the channels from the brightness that is perceived, √(0.299 r² + 0.587 g² +
    /// 0.114 b²), are multiplied. Transparency stays.
    ///
    /// - Parameter factor: 1 changes nothing, and 0 takes all colour away.
    /// - Returns: the picture.
    /// - Throws: `ImageError` with code `interrupted` within ``ImageWork``.
    package func saturated(aroundBrightnessBy factor: Float) throws(ImageError) -> Image {
        var result = self
        try result.mapPixels { pixel in
            let color = SIMD3<Float>(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255))
            let brightness = (color * color * SIMD3(0.299, 0.587, 0.114)).sum().squareRoot()
            let middle = SIMD3<Float>(repeating: brightness)
            let changed = (middle + (color - middle) * factor)
                .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
            let values = SIMD3<Int32>(changed + 0.5)
            return GDPixel.pack(red: values.x, green: values.y, blue: values.z, transparency: pixel >> 24 & 127)
        }
        return result
    }

    /// The picture with grey noise, always the same one for the same seed.
    ///
    /// - Parameters:
    ///   - amount: the number of levels that a value may move over, half of them down.
    ///   - seed: chooses the noise.
    /// - Returns: the picture.
    /// - Throws: `ImageError` with code `interrupted` within ``ImageWork``.
    package func noisy(amount: Int, seed: UInt32) throws(ImageError) -> Image {
        guard amount > 0 else { return self }
        var random = AdditiveFeedbackRandom(seed: seed)
        let (levels, middle) = (UInt32(min(amount, 510)), Int32(min(amount, 510) / 2))
        var result = self
        try result.mapPixels { pixel in
            let change = Int32(random.next() % levels) - middle
            func moved(_ value: Int32) -> Int32 { min(255, max(0, value + change)) }
            return GDPixel.pack(
                red: moved(pixel >> 16 & 255), green: moved(pixel >> 8 & 255), blue: moved(pixel & 255),
                transparency: pixel >> 24 & 127)
        }
        return result
    }
}

/// Numbers of 31 bits by additive feedback over 31 words with a tap at 3, begun as `random()` of glibc begins: the noise of pictures that were
/// made with it is the same.
private struct AdditiveFeedbackRandom {
    private var words: [UInt32]
    private var place = 3

    init(seed: UInt32) {
        // The generator of Park and Miller fills the words; 0 has no successor.
        var value = Int(seed == 0 ? 1 : seed)
        if value > Int(Int32.max) { value -= 1 << 32 }
        words = [UInt32(truncatingIfNeeded: value)]
        for _ in 1..<31 {
            value = 16_807 * value % 2_147_483_647
            if value < 0 { value += 2_147_483_647 }
            words.append(UInt32(value))
        }
        // The first ones depend on the seed too plainly.
        for _ in 0..<310 { _ = next() }
    }

    mutating func next() -> UInt32 {
        words[place] &+= words[(place + 28) % 31]
        defer { place = (place + 1) % 31 }
        return words[place] >> 1
    }
}
