/// An RGB color space: its primaries and transfer function.
struct RGBColorSpace: Hashable {
    var primaries: RGBPrimaries
    var transfer: TransferFunction
    /// The brightest light in the picture, in candela per square meter. The peak controls the compression of highlights.
    var peak = RGBColorSpace.usualPeak

    /// The peak for pictures that specify no peak, as in Chromium.
    static let usualPeak = 1000

    static let sRGB = RGBColorSpace(primaries: .bt709, transfer: .sRGB)
}

extension RGBColorSpace {
    /// Makes the color space for code points of ITU-T H.273; `nil` if the code points are unspecified.
    ///
    /// - Parameters:
    ///   - primaries: a code point from table 2.
    ///   - transfer: a code point from table 3.
    ///   - peak: the peak in the file, used only by HDR curves; `nil` or 0 if the file has no peak.
    init?(primaries: Int, transfer: Int, peak: Int? = nil) {
        let known = RGBPrimaries(codePoint: primaries)
        let curve = TransferFunction(codePoint: transfer)
        guard known != nil || curve != nil else { return nil }
        self.init(primaries: known ?? .bt709, transfer: curve ?? .sRGB)
        if let peak, peak > 0, self.transfer.isHighDynamicRange { self.peak = peak }
    }
}
