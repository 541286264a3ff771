/// The hues from red over yellow, green and blue to violet, as colours of one lightness (OKLCH).
enum HueRamp {
    /// As light as may be without losing the colour of blue and red.
    private static let lightness = 0.76
    private static let maximumChroma = 0.19
    private static let hues = (first: 22.0, last: 335.0)
    /// More than pixels tell apart.
    private static let count = 2_048

    /// The half of the stretch of hues over which the chroma is evened out: where a screen's colours have an edge, letters would have
    /// one, too.
    private static let reach = count / 72

    /// Red, green and blue, each 0 to 255.
    private static let colors: [SIMD3<UInt32>] = zip(turns, chromas).map { turn, chroma in
        let light = Self.light(chroma, turn).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
        return SIMD3(level(light.x), level(light.y), level(light.z))
    }

    private static let turns = (0..<count).map { index in
        Rotation(degrees: hues.first + (hues.last - hues.first) * Double(index) / Double(count - 1))
    }

    /// As colourful as a screen can show, without edges.
    private static var chromas: [Double] {
        let largest = turns.map { turn in
            var (low, high) = (0.0, maximumChroma)
            for _ in 0..<20 {
                let middle = (low + high) / 2
                let light = Self.light(middle, turn)
                if light.min() >= 0 && light.max() <= 1 { low = middle } else { high = middle }
            }
            return low
        }
        // The mean of what is the least within reach is nowhere too much.
        func over(_ values: [Double], _ reach: Int, _ body: (ArraySlice<Double>) -> Double) -> [Double] {
            values.indices.map { body(values[max(0, $0 - reach)..<min(values.count, $0 + reach + 1)]) }
        }
        func mean(_ values: ArraySlice<Double>) -> Double { values.reduce(0, +) / Double(values.count) }
        let least = over(largest, 2 * reach) { $0.min() ?? 0 }
        return over(over(least, reach, mean), reach, mean)
    }

    /// The colour at a part of the way, 0 to 1; those beyond are the first and the last.
    static func color(at share: Double) -> SIMD3<UInt32> {
        colors[Int(min(max(share, 0), 1) * Double(count - 1))]
    }

    /// Linear light of an OKLCH colour (B. Ottosson, A perceptual color space for image processing).
    private static func light(_ chroma: Double, _ turn: Rotation) -> SIMD3<Double> {
        let (a, b) = (chroma * turn.cosine, chroma * turn.sine)
        let cones = SIMD3(
            lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b,
            lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b,
            lightness - 0.089_484_177_5 * a - 1.291_485_548 * b)
        let cubes = cones * cones * cones
        return SIMD3(
            (cubes * SIMD3(4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2)).sum(),
            (cubes * SIMD3(-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5)).sum(),
            (cubes * SIMD3(-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701)).sum())
    }

    /// The sRGB level of linear light.
    private static func level(_ light: Double) -> UInt32 {
        guard light > 0.003_130_8 else { return UInt32((light * 12.92 * 255).rounded()) }
        // The power of 5/12 by roots alone, which are the same on every machine.
        let sixth = cubeRoot(light.squareRoot())
        let value = 1.055 * light.squareRoot().squareRoot() * sixth - 0.055
        return UInt32((min(max(value, 0), 1) * 255).rounded())
    }

    /// By Newton's method, of a number from 0 to 1.
    private static func cubeRoot(_ value: Double) -> Double {
        var root = 1.0
        for _ in 0..<30 { root -= (root * root * root - value) / (3 * root * root) }
        return root
    }
}
