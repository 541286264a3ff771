/// The weights of a pixel's neighbours in a rectangle round it.
public struct ConvolutionKernel: Sendable, Hashable {
    /// The most weights: 15 rows of 15.
    public static let maximumCount = 225

    let weights: [Float]
    let columns: Int
    var rows: Int { weights.count / columns }

    /// Makes a kernel.
    ///
    /// - Parameters:
    ///   - weights: row by row; divided by their sum where `isNormalized`, unless that is 0.
    ///   - columns: the number in a row, odd as that of the rows. `nil` for another number of weights, more than ``maximumCount``,
    ///     or one that is not finite.
    ///   - isNormalized: whether the sum is made 1, so that the brightness stays.
    public init?(_ weights: [Double], columns: Int, isNormalized: Bool) {
        guard columns > 0, columns % 2 == 1, weights.count <= Self.maximumCount, !weights.isEmpty,
            weights.count % columns == 0, weights.count / columns % 2 == 1,
            weights.allSatisfy({ $0.isFinite && $0.magnitude <= 1e6 })
        else { return nil }
        let sum = weights.reduce(0, +)
        self.weights = weights.map { Float(isNormalized && sum != 0 ? $0 / sum : $0) }
        self.columns = columns
    }
}

extension Image {
    /// Each pixel becomes the weighted sum of those round it. Beyond an edge, the edge's pixels count again; in the place of a
    /// transparent neighbour, the pixel itself counts. Transparency stays.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` or, within ``ImageWork``, `interrupted`.
    public func convolved(_ kernel: ConvolutionKernel) throws(ImageError) -> Image {
        var result = try Image(uninitialized: size)
        let taps = kernel.weights.indices.filter { kernel.weights[$0] != 0 }.map { index in
            (
                x: index % kernel.columns - kernel.columns / 2, y: index / kernel.columns - kernel.rows / 2,
                weight: kernel.weights[index]
            )
        }
        let (width, height) = (size.width, size.height)
        try withRows { (source) throws(ImageError) in
            try result.withMutableRows { (target) throws(ImageError) in
                for y in 0..<height {
                    try ImageWork.checkpoint(row: y, width: width * max(1, taps.count / 4))
                    for x in 0..<width {
                        let own = source[y][x]
                        var sum = SIMD4<Float>.zero
                        for tap in taps {
                            let row = source[min(height - 1, max(0, y + tap.y))]
                            sum += Self.seen(row[min(width - 1, max(0, x + tap.x))], beside: own) * tap.weight
                        }
                        let color = SIMD4<Int32>(
                            (sum + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
                        target[y][x] = GDPixel.pack(
                            red: color.x, green: color.y, blue: color.z, transparency: own >> 24 & 127)
                    }
                }
            }
        }
        result.isOpaque = isOpaque
        return result
    }
}
