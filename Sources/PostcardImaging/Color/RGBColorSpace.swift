/// RGB light of given primaries, coded by a given curve.
struct RGBColorSpace: Hashable {
    var primaries: RGBPrimaries
    var transfer: TransferFunction

    static let sRGB = RGBColorSpace(primaries: .bt709, transfer: .sRGB)

    init(primaries: RGBPrimaries, transfer: TransferFunction) {
        self.primaries = primaries
        self.transfer = transfer
    }

    /// The space of the code points of ITU-T H.273; `nil` when they are unspecified.
    ///
    /// - Parameters:
    ///   - primaries: of table 2.
    ///   - transfer: of table 3.
    init?(primaries: Int, transfer: Int) {
        let known = RGBPrimaries(codePoint: primaries)
        let curve = TransferFunction(codePoint: transfer)
        guard known != nil || curve != nil else { return nil }
        self.init(primaries: known ?? .bt709, transfer: curve ?? .sRGB)
    }
}

/// The colour space that a file declares.
enum ColorSpace: Equatable {
    /// sRGB, or nothing said.
    case standard
    /// An ICC profile.
    case profile([UInt8])
    /// RGB light of other primaries or another curve.
    case rgb(RGBColorSpace)
}
