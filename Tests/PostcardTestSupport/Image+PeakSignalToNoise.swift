public import PostcardImaging

extension Image {
    /// Returns the PSNR of red, green and blue in decibels.
    public func peakSignalToNoise(with other: Image) -> Double {
        var squares = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (ours, theirs) = (self[x, y], other[x, y])
                for (a, b) in [(ours.red, theirs.red), (ours.green, theirs.green), (ours.blue, theirs.blue)] {
                    let difference = Int(a) - Int(b)
                    squares += difference * difference
                }
            }
        }
        // Ten times the decimal logarithm of 255² divided by the mean squared error, computed by halving.
        var ratio = Double(255 * 255 * 3 * size.area) / Double(max(1, squares))
        var decibels = 0.0
        while ratio >= 2 {
            ratio /= 2
            decibels += 3.010_299_956_64
        }
        return decibels + (ratio - 1) * 3.010_299_956_64
    }
}
