/// A turn by hundredths of a degree, clockwise as seen, by our own arithmetic: the C library's sines differ between versions,
/// and with them pixels would.
struct Rotation: Hashable, Sendable {
    static let none = Rotation(hundredths: 0)

    /// 0..<36 000.
    let hundredths: Int32
    let sine: Double
    let cosine: Double

    init(degrees: Double) {
        self.init(hundredths: Int32((degrees.truncatingRemainder(dividingBy: 360) * 100).rounded()))
    }

    private init(hundredths: Int32) {
        let turned = (hundredths % 36_000 + 36_000) % 36_000
        self.hundredths = turned
        sine = Self.sine(turned)
        cosine = Self.sine((turned + 9_000) % 36_000)
    }

    var isNone: Bool { hundredths == 0 }

    var inverse: Rotation { Rotation(hundredths: -hundredths) }

    /// Turns a vector of x to the right and y downwards.
    func apply(_ vector: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(vector.x * cosine - vector.y * sine, vector.x * sine + vector.y * cosine)
    }

    private static func sine(_ hundredths: Int32) -> Double {
        switch hundredths {
        case 18_000...: return -sine(hundredths - 18_000)
        case 9_001...: return sine(18_000 - hundredths)
        default:
            // Taylor's series, good to 1e-15 in the first quarter turn.
            let angle = Double(hundredths) / 18_000 * .pi
            var term = angle
            var sum = angle
            for order in stride(from: 2.0, through: 18, by: 2) {
                term *= -angle * angle / (order * (order + 1))
                sum += term
            }
            return sum
        }
    }
}
