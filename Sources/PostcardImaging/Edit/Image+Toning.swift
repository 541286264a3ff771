import PostcardCore

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
    /// - Throws: `ImageError` with code `interrupted` within ``ImageWork``.
    package func noisy(amount: Int, seed: UInt32) throws(ImageError) -> Image {
        guard amount > 0 else { return self }
        var random = SeededRandom(seed: UInt64(seed))
        let (levels, middle) = (UInt64(min(amount, 510)), Int32(min(amount, 510) / 2))
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
