/// The relation between a color space's values and linear light.
enum TransferFunction: Hashable {
    /// IEC 61966-2-1.
    case sRGB
    /// A power curve: each value is linear light raised to 1 ÷ the exponent. With an exponent of 1, values are linear light.
    case power(Double)
    /// The display curve for ITU-R BT.709, BT.601 and BT.2020 (ITU-R BT.1886), not the camera curve.
    case bt709
    /// SMPTE ST 240.
    case smpte240
    /// SMPTE ST 428-1, digital cinema.
    case cinema
    /// Perceptual quantizer, SMPTE ST 2084: up to 10,000 candela per square meter.
    case pq
    /// Hybrid log-gamma, ARIB STD-B67, on a display of 1,000 candela per square meter.
    case hlg

    /// Makes the function for a code point of ITU-T H.273, table 3; `nil` for unspecified and unused curves.
    init?(codePoint: Int) {
        switch codePoint {
        case 1, 6, 11, 14, 15: self = .bt709
        case 4: self = .power(2.2)
        case 5: self = .power(2.8)
        case 7: self = .smpte240
        case 8: self = .power(1)
        case 13: self = .sRGB
        case 16: self = .pq
        case 17: self = .cinema
        case 18: self = .hlg
        default: return nil
        }
    }

    /// True if some values are brighter than diffuse white.
    var isHighDynamicRange: Bool { self == .pq || self == .hlg }

    /// The diffuse white of HDR pictures, in candela per square meter (ITU-R BT.2408).
    private static let white = 203.0

    /// The peak brightness of HLG, as a multiple of white.
    static let hlgPeak = relativeToWhite(nits: 1000)

    /// Converts candela per square meter to a multiple of white.
    static func relativeToWhite(nits: Int) -> Double { Double(nits) / white }

    /// Returns the linear light of a value from 0 to 1, where 1 is white. For HLG, the result is the light of the scene, where 1 is the
    /// brightest.
    func light(_ value: Double) -> Double {
        switch self {
        case .sRGB: value > 0.04045 ? PowerCurve.power((value + 0.055) / 1.055, 2.4) : value / 12.92
        case .power(let exponent): exponent == 1 ? value : PowerCurve.power(value, exponent)
        case .bt709: PowerCurve.power(value, 2.4)
        case .smpte240: value < 0.0913 ? value / 4 : PowerCurve.power((value + 0.1115) / 1.1115, 1 / 0.45)
        case .cinema: PowerCurve.power(value, 2.6) * 52.37 / 48
        case .pq: TransferFunction.pqLight(value)
        case .hlg: TransferFunction.hlgLight(value)
        }
    }

    private static func pqLight(_ value: Double) -> Double {
        let power = PowerCurve.power(value, 32 / 2523.0)
        let base = max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)
        return 10_000 / white * PowerCurve.power(base, 8192 / 1305.0)
    }

    private static func hlgLight(_ value: Double) -> Double {
        guard value > 0.5 else { return value * value / 3 }
        return (PowerCurve.exponential((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }
}
