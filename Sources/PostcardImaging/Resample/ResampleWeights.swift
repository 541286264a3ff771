import CCodecs

/// The source pixels of each pixel in a result row or column, and their weights.
struct ResampleWeights {
    /// The first source pixel of each result pixel: even, and never decreasing.
    let starts: [Int32]
    /// The number of source pixels of each result pixel, at most `stride`: even, except possibly the last number.
    let counts: [Int]
    /// `stride` weights for each result pixel, which add up to 1 in the fixed point of the inner loops. Unused weights are 0.
    let weights: [Int16]
    /// The number of weights stored for each result pixel, a multiple of four.
    let stride: Int

    /// Pixel centers are at half positions on both grids, so nothing shifts. `extent` is the number of source pixels that the result
    /// covers: `source`, or less if the last pixel is a fraction. `part` is the range of result pixels to compute. `prefilterFactor` is the
    /// side of the squares of stored pixels that are averaged into one source pixel. The weights compensate for the detail that this
    /// averaging loses.
    init(
        from source: Int, extent: Double, to target: Int, part: Range<Int>, filter: ResampleFilter,
        prefilterFactor: Int = 1
    ) {
        let ratio = extent / Double(target)
        let scale = max(1, ratio)
        let reach = filter.support * scale
        let gain = filter.keepsDetail ? Self.gain(afterPrefilter: prefilterFactor) : 0
        let margin = gain > 0 ? 1 : 0
        let most = min(source, (Int(reach.rounded(.up)) + margin) * 2 + 2)
        stride = (most + 3) & ~3
        var starts: [Int32] = []
        var counts: [Int] = []
        var weights = [Int16](repeating: 0, count: part.count * stride)
        starts.reserveCapacity(part.count)
        counts.reserveCapacity(part.count)
        var values = [Double](repeating: 0, count: stride)
        for index in 0..<part.count {
            let center = (Double(part.lowerBound + index) + 0.5) * ratio
            let first = min(source - 1, max(0, Int((center - reach).rounded(.down)) - margin)) & ~1
            let end = min(source, first + most, max(first + 1, (Int((center + reach).rounded(.up)) + margin + 1) & ~1))
            for offset in 0..<end - first { values[offset] = 0 }
            var sum = 0.0
            for position in first..<end {
                let value = filter.weight(at: (Double(position) + 0.5 - center) / scale)
                values[position - first] += value * (1 + 2 * gain)
                if gain > 0 {
                    for neighbor in [position - 1, position + 1] {
                        values[min(end - 1, max(first, neighbor)) - first] -= value * gain
                    }
                }
                sum += value
            }
            if sum == 0 {
                values[0] = 1
                sum = 1
            }
            // Rounding errors carry over to the next weight, so the sum is exact, even for many tiny weights.
            var (exact, rounded) = (0.0, 0.0)
            for offset in 0..<end - first {
                exact += values[offset] / sum * Double(1 << postcard_weight_bits)
                weights[index * stride + offset] = Int16(exact.rounded() - rounded)
                rounded = exact.rounded()
            }
            starts.append(Int32(first))
            counts.append(end - first)
        }
        self.starts = starts
        self.counts = counts
        self.weights = weights
    }

    /// Returns the index after the last source pixel of a result pixel.
    func end(_ index: Int) -> Int { Int(starts[index]) + counts[index] }

    /// Returns the sharpening gain for pixels that are means of `count` stored pixels in a row: the weight subtracted from each neighbor.
    ///
    /// A mean differs from its middle sample by 1/24 of the second difference, up to fourth-order terms. The fraction 1/24 is the limit for
    /// many pixels; for a few pixels, the difference is smaller by a factor of 1 − 1/count². Using 1/22 also compensates for some of the
    /// fourth-order terms, at the frequencies that a result keeps.
    private static func gain(afterPrefilter count: Int) -> Double {
        (1 - 1 / Double(count * count)) / 22
    }
}
