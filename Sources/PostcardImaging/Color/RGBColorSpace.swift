/// RGB light of given primaries, coded by a given curve.
struct RGBColorSpace: Hashable {
    var primaries: RGBPrimaries
    var transfer: TransferFunction
    /// The brightest light of the picture in candela per square metre, which says how far light beyond white is rolled off.
    var peak = RGBColorSpace.usualPeak

    /// The peak of pictures that tell none, as in Chromium.
    static let usualPeak = 1000

    static let sRGB = RGBColorSpace(primaries: .bt709, transfer: .sRGB)
}

extension RGBColorSpace {
    /// The space of the code points of ITU-T H.273; `nil` when they are unspecified.
    ///
    /// - Parameters:
    ///   - primaries: of table 2.
    ///   - transfer: of table 3.
    ///   - peak: what the file tells, of which no curve but those of high dynamic range takes note; `nil` or 0 for nothing.
    init?(primaries: Int, transfer: Int, peak: Int? = nil) {
        let known = RGBPrimaries(codePoint: primaries)
        let curve = TransferFunction(codePoint: transfer)
        guard known != nil || curve != nil else { return nil }
        self.init(primaries: known ?? .bt709, transfer: curve ?? .sRGB)
        if let peak, peak > 0, self.transfer.isHighDynamicRange { self.peak = peak }
    }
}
