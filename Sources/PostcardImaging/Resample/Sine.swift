/// Sines by our own arithmetic, so that weights, and with them pixels, are the same bits on every machine: the C library's
/// `sin` differs between versions.
enum Sine {
    /// sin(πx) / πx, for x ≥ 0.
    static func sinc(_ x: Double) -> Double {
        x == 0 ? 1 : sine(ofHalfTurns: x) / (.pi * x)
    }

    /// sin(πx), for x ≥ 0, by reduction to a quarter turn and a Taylor series good to 1e-15.
    static func sine(ofHalfTurns x: Double) -> Double {
        let whole = x.rounded(.down)
        var part = x - whole
        if part > 0.5 { part = 1 - part }
        let angle = part * .pi
        var term = angle
        var sum = angle
        for order in stride(from: 2.0, through: 18, by: 2) {
            term *= -angle * angle / (order * (order + 1))
            sum += term
        }
        return whole.truncatingRemainder(dividingBy: 2) == 0 ? sum : -sum
    }
}

extension Sine {
    /// sin(πx) for any x.
    static func signedSine(ofHalfTurns x: Double) -> Double {
        x < 0 ? -sine(ofHalfTurns: -x) : sine(ofHalfTurns: x)
    }
}
