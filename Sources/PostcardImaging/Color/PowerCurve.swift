/// Computes powers with the same result on all machines. The C library's `pow` differs between versions.
enum PowerCurve {
    /// `base` to the power of `exponent`; 0 for a base of 0 or less.
    static func power(_ base: Double, _ exponent: Double) -> Double {
        guard base > 0, base.isFinite else { return base > 0 ? base : 0 }
        return exponential(exponent * logarithm(base))
    }

    /// e to the power of `value`; infinity or 0 beyond the range of `Double`.
    static func exponential(_ value: Double) -> Double {
        guard abs(value) < 700 else { return value > 0 ? .infinity : 0 }
        // e^x = 2^n × e^r. Because |r| ≤ ln 2 ÷ 2, the series for e^r needs few terms.
        let whole = (value / ln2).rounded()
        let rest = value - whole * ln2
        var sum = 1.0
        for term in stride(from: 18.0, to: 0, by: -1) { sum = 1 + sum * rest / term }
        return Double(sign: .plus, exponent: Int(whole), significand: sum)
    }

    /// The natural logarithm of a positive number.
    static func logarithm(_ value: Double) -> Double {
        // ln m = 2 artanh((m − 1) ÷ (m + 1)), for 1 ≤ m < 2.
        let ratio = (value.significand - 1) / (value.significand + 1)
        let square = ratio * ratio
        var sum = 0.0
        for term in stride(from: 41.0, to: 0, by: -2) { sum = sum * square + 1 / term }
        return Double(value.exponent) * ln2 + 2 * ratio * sum
    }

    private static let ln2 = 0.693_147_180_559_945_3
}
