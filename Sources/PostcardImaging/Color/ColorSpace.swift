/// The color space that a file declares.
enum ColorSpace: Equatable {
    /// sRGB, or not specified.
    case standard
    /// An ICC profile.
    case profile([UInt8])
    /// RGB with other primaries or another transfer function.
    case rgb(RGBColorSpace)
}
