import CGD
import PostcardCore

extension Image {
    /// Returns the picture turned clockwise by any angle, on the smallest canvas that contains it.
    ///
    /// Quarter turns are exact. At other angles, each pixel is a weighted average of four pixels, and edges are soft.
    ///
    /// - Parameters:
    ///   - degrees: the angle in degrees.
    ///   - color: the color of the corners; transparent by default.
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func rotated(byDegrees degrees: Double, fill color: Color = .clear) throws(ImageError) -> Image {
        guard degrees.isFinite else { return self }
        let angle = degrees.truncatingRemainder(dividingBy: 360)
        if angle.truncatingRemainder(dividingBy: 90) == 0 { return try rotated(byQuarterTurns: Int(angle / 90)) }
        let sine = Sine.signedSine(ofHalfTurns: angle / 180)
        let cosine = Sine.signedSine(ofHalfTurns: angle / 180 + 0.5)
        let (width, height) = (Double(size.width), Double(size.height))
        let canvas = size.rotated(byDegrees: degrees)
        let background = GDPixel.pack(color)
        let sampler = BilinearSampler(size: size)
        var result = try redrawn(as: canvas) { y, source, row in
            let down = Double(y) + 0.5 - Double(canvas.height) / 2
            for x in 0..<canvas.width {
                let right = Double(x) + 0.5 - Double(canvas.width) / 2
                let pixel = sampler.pixel(
                    source, x: right * cosine + down * sine + width / 2, y: down * cosine - right * sine + height / 2)
                row[x] = gdAlphaBlend(background, pixel)
            }
        }
        result.isOpaque = isOpaque && color.alpha == 255
        return result
    }
}

extension PixelSize {
    /// Returns the smallest canvas that contains a picture of this size turned by any angle.
    package func rotated(byDegrees degrees: Double) -> PixelSize {
        guard degrees.isFinite else { return self }
        let angle = degrees.truncatingRemainder(dividingBy: 360)
        if angle.truncatingRemainder(dividingBy: 180) == 0 { return self }
        if angle.truncatingRemainder(dividingBy: 90) == 0 { return transposed }
        let sine = abs(Sine.signedSine(ofHalfTurns: angle / 180))
        let cosine = abs(Sine.signedSine(ofHalfTurns: angle / 180 + 0.5))
        // Without the subtraction, a rounding error would add a pixel to a side whose length is a whole number.
        func side(_ length: Double) -> Int { max(1, Int(min(1e18, (length - 1e-6).rounded(.up)))) }
        return PixelSize(
            width: side(Double(width) * cosine + Double(height) * sine),
            height: side(Double(width) * sine + Double(height) * cosine))
    }
}
