/// A tile of thresholds without low frequencies, which hides the steps between few colours and stands still from frame
/// to frame.
///
/// Made by filling in the largest void again and again (after Ulichney, "The void-and-cluster method for dither array
/// generation", 1993, without its first phase). Sums and products in a fixed order: the same on every machine.
struct BlueNoise: Sendable {
    /// Side of the tile, a power of two.
    static let side = 32
    /// The tile that everybody uses; made when first asked for.
    static let shared = BlueNoise()

    /// Thresholds by row, evenly spread over -1 to 1.
    let values: [Float]

    private init() {
        let side = BlueNoise.side
        let count = side * side
        let reach = BlueNoise.reach()
        var pressure = [Double](repeating: 0, count: count)
        var values = [Float](repeating: 0, count: count)
        for rank in 0..<count {
            var void = 0
            for index in 1..<count where pressure[index] < pressure[void] { void = index }
            values[void] = (2 * Float(rank) + 1) / Float(count) - 1
            pressure[void] = .infinity
            for y in 0..<side {
                for x in 0..<side {
                    let from = ((y - void / side) & (side - 1)) * side + (x - void % side) & (side - 1)
                    pressure[y * side + x] += reach[from]
                }
            }
        }
        self.values = values
    }

    /// The weight of a point on one at an offset: a Gaussian with σ = 1.5 pixels, the tile wrapping round in both directions.
    private static func reach() -> [Double] {
        let side = BlueNoise.side
        // exp(-1 / (2 σ²)), to be multiplied with itself as often as the squared distance says.
        let base = 0.800_737_402_916_807_8
        var powers = [1.0]
        for _ in 0..<side * side / 2 { powers.append(powers[powers.count - 1] * base) }
        return (0..<side * side).map { index in
            let dx = min(index % side, side - index % side)
            let dy = min(index / side, side - index / side)
            return powers[dx * dx + dy * dy]
        }
    }
}
