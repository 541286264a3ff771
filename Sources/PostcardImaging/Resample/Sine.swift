/// Sines by our own arithmetic, so that weights, and with them pixels, are the same bits on every machine: the C library's
/// `sin` differs between versions.
enum Sine {
    /// The factors of the Taylor series of sin(x) / x in x², from x⁰ to x¹⁸.
    private static let factors: [Double] = (0..<10).map { index in
        let factorial = (1...2 * index + 1).reduce(1.0) { $0 * Double($1) }
        return (index.isMultiple(of: 2) ? 1 : -1) / factorial
    }

    /// sin(πx) / πx, for x ≥ 0.
    static func sinc(_ x: Double) -> Double {
        x == 0 ? 1 : sine(ofHalfTurns: x) / (.pi * x)
    }

    /// sin(πx), for x in 0..<2⁶², by reduction to a quarter turn and a Taylor series good to 1e-15.
    static func sine(ofHalfTurns x: Double) -> Double {
        let whole = x.rounded(.down)
        var part = x - whole
        if part > 0.5 { part = 1 - part }
        let angle = part * .pi
        let square = angle * angle
        var sum = 0.0
        for factor in factors.reversed() { sum = sum * square + factor }
        return Int(whole).isMultiple(of: 2) ? sum * angle : -sum * angle
    }
}

extension Sine {
    /// sin(πx) for any x.
    static func signedSine(ofHalfTurns x: Double) -> Double {
        x < 0 ? -sine(ofHalfTurns: -x) : sine(ofHalfTurns: x)
    }
}
