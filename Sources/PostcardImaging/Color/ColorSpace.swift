/// What a file says about the meaning of its numbers.
enum ColorSpace: Equatable {
    /// sRGB, or nothing said.
    case standard
    /// An ICC profile.
    case profile([UInt8])
    /// RGB with the curve of sRGB and other primaries.
    case primaries(RGBPrimaries)
}
