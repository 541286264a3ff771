/// Offset printing without a profile: what cyan, magenta, yellow and black on coated paper look like, for files that do not say
/// which press they were made for.
///
/// A Neugebauer model (H. E. J. Neugebauer, "Die theoretischen Grundlagen des Mehrfarbendrucks", 1937): the colour is the mean of
/// the sixteen overprints, weighted by how much of the paper each covers. Dots grow on paper, differently for each ink and each
/// third of the spectrum. The overprints and the growth were fitted to what colour-managed viewers show for a web press on coated
/// paper (SWOP): within 2.5 of 255 on average.
enum PressInks {
    /// sRGB of the overprints; bit 3 of the index is cyan, 2 magenta, 1 yellow, 0 black. Below 0 lies outside of sRGB.
    private static let overprints: [SIMD4<Float>] = [
        [255, 255, 255, 0], [40, 35, 43, 0], [255, 238, 0, 0], [40, 36, 37, 0],
        [235, 30, 132, 0], [38, 24, 39, 0], [236, 33, 40, 0], [42, 27, 39, 0],
        [-60, 157, 228, 0], [19, 31, 41, 0], [-30, 142, 65, 0], [20, 26, 35, 0],
        [26, 39, 123, 0], [23, 25, 37, 0], [47, 39, 55, 0], [31, 34, 43, 0],
    ]

    /// Dot growth for cyan, magenta, yellow and black: an even part, a × (1 − a), and a part that differs between light and dark
    /// tones, a × (1 − a) × (1 − 2a).
    private static let growth: [(even: SIMD4<Float>, uneven: SIMD4<Float>)] = [
        ([-0.3, 0.262, 0.919, 0], [0.188, 0.45, 1.462, 0]),
        ([-0.075, -0.187, 0.169, 0], [-0.6, 0.262, 0.169, 0]),
        ([-0.637, 0.731, -0.206, 0], [-1.256, 0.262, 0.112, 0]),
        ([-0.038, -0.15, -0.075, 0], [0.187, 0.188, 0.112, 0]),
    ]

    /// Covered area by channel, at `ink × 256 + byte`, where the byte is 255 for no ink.
    private static let coverage: [SIMD4<Float>] = growth.flatMap { growth in
        (0...255).map { byte in
            let area = Float(255 - byte) / 255
            let grown = area * (1 - area) * (growth.even + growth.uneven * (1 - 2 * area)) + area
            return grown.clamped(lowerBound: .zero, upperBound: .one)
        }
    }

    /// Converts a row of inverted CMYK bytes (255 is no ink) in place to opaque libgd pixels.
    static func convert(_ row: UnsafeMutablePointer<Int32>, count: Int) {
        overprints.withUnsafeBufferPointer { overprints in
            coverage.withUnsafeBufferPointer { coverage in
                for x in 0..<count { row[x] = pixel(UInt32(bitPattern: row[x]), overprints, coverage) }
            }
        }
    }

    @inline(__always)
    private static func pixel(
        _ inks: UInt32, _ overprints: UnsafeBufferPointer<SIMD4<Float>>, _ coverage: UnsafeBufferPointer<SIMD4<Float>>
    ) -> Int32 {
        let cyan = coverage[Int(inks & 255)]
        let magenta = coverage[256 + Int(inks >> 8 & 255)]
        let yellow = coverage[512 + Int(inks >> 16 & 255)]
        let black = coverage[768 + Int(inks >> 24)]
        @inline(__always)
        func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ share: SIMD4<Float>) -> SIMD4<Float> { a + (b - a) * share }
        @inline(__always)
        func pair(_ index: Int) -> SIMD4<Float> { mix(overprints[index], overprints[index + 1], black) }
        @inline(__always)
        func four(_ index: Int) -> SIMD4<Float> { mix(pair(index), pair(index + 2), yellow) }
        let light = mix(mix(four(0), four(4), magenta), mix(four(8), four(12), magenta), cyan)
        let rounded = SIMD4<Int32>((light + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
        return GDPixel.pack(red: rounded.x, green: rounded.y, blue: rounded.z, transparency: 0)
    }
}
