/// Offset printing without a profile: the appearance of cyan, magenta, yellow and black on coated paper, for files that do not specify
/// their printing process.
///
/// A Neugebauer model (H. E. J. Neugebauer, "Die theoretischen Grundlagen des Mehrfarbendrucks", 1937): the color is the mean of the
/// sixteen overprints, weighted by the area of paper that each covers. Dots grow on paper, differently for each ink and each third of the
/// spectrum. The colors of the overprints are from the SWOP profile for a web press on coated paper, converted by Little CMS. The
/// conversion is relative colorimetric with black point compensation, as for files with a profile, so that full black is black. The growth
/// was fitted to the measurements of ANSI CGATS TR 003, converted in the same way, with an average deviation of at most 4 of 255.
enum CMYKConversion {
    /// The sRGB values of the overprints. Index bit 3 is cyan, 2 is magenta, 1 is yellow, 0 is black. Values below 0 are outside sRGB.
    private static let overprints: [SIMD4<Float>] = [
        [255, 255, 255, 0], [35, 31, 32, 0], [255, 238, 0, 0], [27, 25, 0, 0],
        [236, 0, 140, 0], [35, 0, 0, 0], [236, 33, 40, 0], [34, 0, 0, 0],
        [-119, 174, 239, 0], [0, 14, 35, 0], [-39, 166, 80, 0], [0, 18, 0, 0],
        [46, 48, 146, 0], [0, 0, 1, 0], [47, 39, 55, 0], [0, 0, 0, 0],
    ]

    /// Dot growth for cyan, magenta, yellow and black: an even part, a × (1 − a), and a part that differs between light and dark tones, a ×
    /// (1 − a) × (1 − 2a).
    private static let growth: [(even: SIMD4<Float>, uneven: SIMD4<Float>)] = [
        ([-0.42, 0.299, 0.949, 0], [0.072, -0.193, 0.909, 0]),
        ([0.508, -0.362, 0.265, 0], [-0.287, 0.215, -0.297, 0]),
        ([0.838, 0.988, -0.241, 0], [0.467, 1.406, 0.097, 0]),
        ([-0.139, -0.287, -0.33, 0], [0.124, 0.182, 0.271, 0]),
    ]

    /// The covered area in each channel, at `ink × 256 + byte`, where a byte of 255 means no ink.
    private static let coverage: [SIMD4<Float>] = growth.flatMap { growth in
        (0...255).map { byte in
            let area = Float(255 - byte) / 255
            let grown = area * (1 - area) * (growth.even + growth.uneven * (1 - 2 * area)) + area
            return grown.clamped(lowerBound: .zero, upperBound: .one)
        }
    }

    /// Converts a row of inverted CMYK bytes (255 means no ink) to opaque libgd pixels, in place.
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
        return GDPixel.pack(light, transparency: 0)
    }
}
