import PostcardImaging

extension SIMD2<Double> {
    var length: Double { (self * self).sum().squareRoot() }

    /// The vector of length 1 in the same direction; the vector to the right if the length is 0.
    var direction: SIMD2<Double> { length > 0 ? self / length : SIMD2(1, 0) }
}

extension PixelSize {
    var vector: SIMD2<Double> { SIMD2(Double(width), Double(height)) }

    /// Returns the number of whole pixels in a fraction of the mean side √(width × height).
    func pixels(_ fraction: Double) -> Int { Int(TextSize.fraction(fraction).pixels(on: self).rounded()) }
}

extension UnitPoint {
    var vector: SIMD2<Double> { SIMD2(x, y) }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
