extension Image {
    /// Returns the picture blurred by a Gaussian. Colors of transparent pixels have no effect.
    ///
    /// Channel values differ from a direct convolution by less than 1 of 255. For a sigma of 4 or more, the time doesn't depend on sigma.
    ///
    /// - Parameter sigma: the standard deviation in pixels, at most 250. Values below 0.05 change nothing.
    /// - Throws: `ImageError` with code `outOfMemory` or, in a canceled ``MemoryBudget/run(_:_:)``, `interrupted`.
    public func blurred(sigma: Double) throws(ImageError) -> Image {
        guard sigma >= 0.05 else { return self }
        var result = try Image(uninitialized: size)
        try withRows { (source) throws(ImageError) in
            try result.withMutableRows { (target) throws(ImageError) in
                try GaussianBlur(sigma: min(sigma, 250)).apply(
                    to: size, load: { y, row in for x in row.indices { row[x] = GDPixel.premultiplied(source[y][x]) } },
                    store: { y, row in for x in row.indices { target[y][x] = GDPixel.pack(premultiplied: row[x]) } })
            }
        }
        result.isOpaque = isOpaque
        return result
    }

    /// Returns the standard deviation of a Gaussian's weights cut off at a radius. A complete Gaussian of that deviation is equivalent.
    ///
    /// - Parameters:
    ///   - sigma: the standard deviation of the Gaussian in pixels, above 0.
    ///   - radius: the last pixel with a weight, at least 1.
    /// - Returns: the standard deviation in pixels.
    package static func sigma(ofGaussianOf sigma: Double, cutAt radius: Int) -> Double {
        var (sum, squares) = (0.0, 0.0)
        for distance in -max(1, radius)...max(1, radius) {
            let square = Double(distance * distance)
            let weight = PowerCurve.exponential(-square / (2 * sigma * sigma))
            sum += weight
            squares += square * weight
        }
        return (squares / sum).squareRoot()
    }

    /// Returns the picture sharpened by an unsharp mask: the difference from a blurred copy is added.
    ///
    /// - Parameters:
    ///   - sigma: the standard deviation of the blur in pixels; 0.5 suits thumbnails.
    ///   - amount: the factor for the difference; 0.5 suits thumbnails, 0 changes nothing.
    /// - Throws: `ImageError` with code `outOfMemory` or, in a canceled ``MemoryBudget/run(_:_:)``, `interrupted`.
    public func sharpened(sigma: Double = 0.5, amount: Double = 0.5) throws(ImageError) -> Image {
        guard sigma > 0, amount > 0 else { return self }
        let soft = try blurred(sigma: sigma)
        let gain = Int32((min(amount, 10) * 256).rounded())
        return try soft.withRows { (soft) throws(ImageError) in
            try redrawn(as: size) { y, source, row in
                for x in 0..<size.width {
                    let (sharp, blurred) = (source[y][x], soft[y][x])
                    func raised(_ shift: Int32) -> Int32 {
                        let value = sharp >> shift & 255
                        let detail = value - (blurred >> shift & 255)
                        return min(255, max(0, value + (detail * gain + 128) >> 8))
                    }
                    row[x] = GDPixel.pack(
                        red: raised(16), green: raised(8), blue: raised(0), transparency: sharp >> 24 & 127)
                }
            }
        }
    }
}
