/// The chromaticities of a color space's red, green, blue and white, as CIE 1931 x and y.
struct RGBPrimaries: Hashable {
    private let points: [SIMD2<Double>]
    private let white: SIMD2<Double>

    /// ITU-R BT.709, which sRGB shares.
    static let bt709 = RGBPrimaries([0.640, 0.330], [0.300, 0.600], [0.150, 0.060])
    /// ITU-R BT.2020.
    static let bt2020 = RGBPrimaries([0.708, 0.292], [0.170, 0.797], [0.131, 0.046])

    /// White is D65 by default.
    init(
        _ red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>, white: SIMD2<Double> = [0.3127, 0.3290]
    ) {
        points = [red, green, blue]
        self.white = white
    }

    /// Makes the primaries for a code point of ITU-T H.273, table 2; `nil` if the code point does not occur in pictures.
    init?(codePoint: Int) {
        switch codePoint {
        case 1: self = .bt709
        // ITU-R BT.601 with 625 and with 525 lines.
        case 5: self.init([0.640, 0.330], [0.290, 0.600], [0.150, 0.060])
        case 6, 7: self.init([0.630, 0.340], [0.310, 0.595], [0.155, 0.070])
        case 9: self = .bt2020
        // Display P3: SMPTE EG 432-1.
        case 11, 12: self.init([0.680, 0.320], [0.265, 0.690], [0.150, 0.060])
        default: return nil
        }
    }

    /// True if the difference between the two sets of primaries is invisible.
    func isNearlyEqual(to other: RGBPrimaries) -> Bool {
        zip(points + [white], other.points + [other.white]).allSatisfy { one, other in
            abs(one.x - other.x) < 0.001 && abs(one.y - other.y) < 0.001
        }
    }

    /// Returns the matrix that converts light from these primaries to others. White stays white: it is adapted as in ICC profiles
    /// (Bradford). `nil` if either set of primaries doesn't span a color space.
    func matrix(to other: RGBPrimaries) -> Matrix3? {
        let bradford = Matrix3([0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296])
        guard let source = lightToXYZ, let target = other.lightToXYZ?.inverse, let back = bradford.inverse else {
            return nil
        }
        let scale = bradford * Self.light(other.white) / (bradford * Self.light(white))
        let adaptation = back * Matrix3(bradford.columns.map { $0 * scale })
        let result = target * (adaptation * source)
        let isUsable = result.columns.allSatisfy { column in (0..<3).allSatisfy { abs(column[$0]) < 1000 } }
        return isUsable ? result : nil
    }

    /// The matrix from RGB light to XYZ. Full red, green and blue add up to white.
    private var lightToXYZ: Matrix3? {
        let colors = Matrix3(points.map(Self.light))
        guard let amounts = colors.inverse.map({ $0 * Self.light(white) }) else { return nil }
        return Matrix3((0..<3).map { colors.columns[$0] * amounts[$0] })
    }

    /// Returns X, Y and Z of a color with a luminance of 1.
    private static func light(_ point: SIMD2<Double>) -> SIMD3<Double> {
        SIMD3(point.x / point.y, 1, (1 - point.x - point.y) / point.y)
    }
}
