/// The weights of a pixel and its neighbors in a sum.
public struct ConvolutionKernel: Sendable, Hashable {
    /// The maximum number of weights: 15 rows of 15.
    package static let maximumCount = 225

    private let weights: [Float]
    private let columns: Int
    fileprivate let offset: Float

    /// Makes a kernel.
    ///
    /// - Parameters:
    ///   - weights: the weights row by row, at most 225.
    ///   - columns: the number of weights in a row; odd, like the number of rows.
    ///   - divisor: the divisor of the sum; not 0.
    ///   - offset: the number that is added to the quotient, in levels from 0 to 255.
    /// - Returns: `nil` if a row is incomplete, if there are more than 225 weights, if the divisor is 0, or if a number is not finite.
    public init?(_ weights: [Double], columns: Int = 3, divisor: Double, offset: Double = 0) {
        let quotients = weights.map { $0 / divisor }
        // The limit of 1e30 is far below the range in which sums of bytes would overflow Float.
        guard 1...Self.maximumCount ~= columns, columns % 2 == 1, weights.count <= Self.maximumCount,
            weights.count % (2 * columns) == columns,
            (quotients + [divisor, offset]).allSatisfy({ $0.magnitude <= 1e30 })
        else { return nil }
        self.init(quotients.map { Float($0) }, columns, Float(offset))
    }

    private init(_ weights: [Float], _ columns: Int, _ offset: Float) {
        self.weights = weights
        self.columns = columns
        self.offset = offset
    }

    /// A string that is equal only for equal kernels.
    var recipe: String { "\(columns) \(offset) " + weights.map { "\($0)" }.joined(separator: " ") }

    /// Returns the divisor that keeps the brightness: the sum of the weights, or 1 if the sum is 0, as for edge detection.
    package static func divisor(of weights: [Double]) -> Double {
        let sum = weights.reduce(0, +)
        return sum == 0 ? 1 : sum
    }

    static let emboss = ConvolutionKernel([1.5, 0, 0, 0, 0, 0, 0, 0, -1.5], 3, 127)
    static let edges = ConvolutionKernel([-1, 0, -1, 0, 4, 0, -1, 0, -1], 3, 127)

    /// The weights that are not 0, with their positions relative to the pixel.
    fileprivate var taps: [(x: Int, y: Int, weight: Float)] {
        weights.indices.filter { weights[$0] != 0 }.map { index in
            (index % columns - columns / 2, index / columns - weights.count / columns / 2, weights[index])
        }
    }
}

extension Image {
    /// Returns a picture in which each pixel is the weighted sum of its neighbors. Beyond an edge, the edge's pixels are repeated.
    /// Transparent neighbors are replaced with the pixel itself.
    func convolved(_ kernel: ConvolutionKernel) throws(ImageError) -> Image {
        let (width, height, taps) = (size.width, size.height, kernel.taps)
        return try redrawn(as: size, cost: width * max(1, taps.count / 4)) { y, source, row in
            let neighbors = taps.map { (source[min(height - 1, max(0, y + $0.y))], $0.x, $0.weight) }
            for x in 0..<width {
                let own = source[y][x]
                var sum = SIMD4<Float>(repeating: kernel.offset)
                for (row, distance, weight) in neighbors {
                    sum += Self.visibleColor(of: row[min(width - 1, max(0, x + distance))], over: own) * weight
                }
                row[x] = GDPixel.pack(sum, transparency: own >> 24 & 127)
            }
        }
    }

    /// Returns the color of a neighbor, blended over the color of the pixel itself where the neighbor is transparent.
    @inline(__always)
    private static func visibleColor(of neighbor: Int32, over own: Int32) -> SIMD4<Float> {
        let transparency = neighbor >> 24 & 127
        let color = GDPixel.channels(neighbor)
        guard transparency != 0 else { return color }
        return color + (GDPixel.channels(own) - color) * (Float(transparency) / 127)
    }
}
