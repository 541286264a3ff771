extension Image {
    /// The picture blurred by a Gaussian; colour under transparent pixels does not show.
    ///
    /// - Parameter sigma: the standard deviation in pixels; at most 250, and below 0.05 nothing is seen of it or done.
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func blurred(sigma: Double) throws(ImageError) -> Image {
        guard sigma >= 0.05 else { return self }
        return try GaussianBlur(sigma: min(sigma, 250)).applied(to: self)
    }

    /// The picture with an unsharp mask: what a blurred copy lacks is added.
    ///
    /// - Parameters:
    ///   - sigma: how wide the detail is, in pixels; 0.5 suits thumbnails.
    ///   - amount: how much is added; 0.5 suits thumbnails, 0 changes nothing.
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func sharpened(sigma: Double = 0.5, amount: Double = 0.5) throws(ImageError) -> Image {
        guard sigma > 0, amount > 0 else { return self }
        let soft = try blurred(sigma: sigma)
        var result = self
        let gain = Int32((min(amount, 10) * 256).rounded())
        try soft.withRows { (soft) throws(ImageError) in
            try result.withMutableRows { (rows) throws(ImageError) in
                for y in 0..<size.height {
                    try ImageWork.check(row: y, width: size.width)
                    for x in 0..<size.width {
                        let (sharp, blurred) = (rows[y][x], soft[y][x])
                        func raised(_ shift: Int32) -> Int32 {
                            let value = sharp >> shift & 255
                            let detail = value - (blurred >> shift & 255)
                            return min(255, max(0, value + (detail * gain + 128) >> 8))
                        }
                        rows[y][x] = GDPixel.pack(
                            red: raised(16), green: raised(8), blue: raised(0), transparency: sharp >> 24 & 127)
                    }
                }
            }
        }
        return result
    }
}
