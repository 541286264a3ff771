/// Sines that have the same bits on every machine, because weights, angles and pixels depend on them. The C library's `sin` differs between
/// versions.
package enum Sine {
    /// Returns sin(πx) / πx, for x ≥ 0.
    package static func sinc(_ x: Double) -> Double {
        x == 0 ? 1 : sine(ofHalfTurns: x) / (.pi * x)
    }

    /// Returns sin(πx), for x in -2⁶²..<2⁶².
    package static func signedSine(ofHalfTurns x: Double) -> Double {
        x < 0 ? -sine(ofHalfTurns: -x) : sine(ofHalfTurns: x)
    }

    /// Returns sin(πx), for x in 0..<2⁶², computed by reduction to a quarter turn and a Taylor series with an error below 1e-15.
    package static func sine(ofHalfTurns x: Double) -> Double {
        let whole = x.rounded(.down)
        var part = x - whole
        if part > 0.5 { part = 1 - part }
        let angle = part * .pi
        let square = angle * angle
        // The smallest term comes first. The divisors are the factors of 19!, 17!, … 3!.
        var sum = 1 - square / (18 * 19)
        sum = 1 - square * (1 / (16 * 17)) * sum
        sum = 1 - square * (1 / (14 * 15)) * sum
        sum = 1 - square * (1 / (12 * 13)) * sum
        sum = 1 - square * (1 / (10 * 11)) * sum
        sum = 1 - square * (1 / (8 * 9)) * sum
        sum = 1 - square * (1 / (6 * 7)) * sum
        sum = 1 - square * (1 / (4 * 5)) * sum
        sum = 1 - square * (1 / (2 * 3)) * sum
        return Int(whole).isMultiple(of: 2) ? sum * angle : -sum * angle
    }
}
