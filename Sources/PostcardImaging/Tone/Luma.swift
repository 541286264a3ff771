/// The weights of red, green and blue in the brightness of a color.
public struct Luma: Sendable, Hashable {
    /// The weights, which add up to 1.
    private let weights: SIMD4<Float>
    private var isRootMeanSquare = false

    /// Makes luma from weights in units of 1/65,536, so that `Float` sums of their products with bytes are exact.
    private init(_ red: Float, _ green: Float, _ blue: Float) { weights = SIMD4(red, green, blue, 0) / 65_536 }

    /// ITU-R BT.709: 0.2126, 0.7152 and 0.0722, as for sRGB.
    public static let rec709 = Luma(13_933, 46_871, 4_732)
    /// ITU-R BT.601: 0.299, 0.587 and 0.114.
    public static let rec601 = Luma(19_595, 38_470, 7_471)
    /// The brightness of the HSP color model: the root of the mean square, with the weights of BT.601.
    package static let hsp = {
        var luma = rec601
        luma.isRootMeanSquare = true
        return luma
    }()

    var recipe: String { "\(weights.x) \(weights.y) \(weights.z) \(isRootMeanSquare)" }

    @inline(__always)
    func level(of color: SIMD4<Float>) -> Float {
        isRootMeanSquare ? (color * color * weights).sum().squareRoot() : (color * weights).sum()
    }
}
