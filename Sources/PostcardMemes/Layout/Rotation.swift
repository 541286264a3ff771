import PostcardCore

/// A rotation in hundredths of a degree, clockwise on the picture. The sines are computed here: C libraries return slightly different sines
/// from version to version, which would change pixels.
struct Rotation: Hashable, Sendable {
    static let none = Rotation(hundredths: 0)

    /// The angle in hundredths of a degree, 0 to 35,999.
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

    /// Rotates a vector with x to the right and y downward.
    func apply(_ vector: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(vector.x * cosine - vector.y * sine, vector.x * sine + vector.y * cosine)
    }

    private static func sine(_ hundredths: Int32) -> Double {
        switch hundredths {
        case 9_000: 1
        case 27_000: -1
        default: Sine.sine(ofHalfTurns: Double(hundredths) / 18_000)
        }
    }
}
