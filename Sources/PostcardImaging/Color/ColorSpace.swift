/// The colour space that a file declares.
enum ColorSpace: Equatable {
    /// sRGB, or nothing said.
    case standard
    /// An ICC profile.
    case profile([UInt8])
    /// RGB light of other primaries or another curve.
    case rgb(RGBColorSpace)
}
