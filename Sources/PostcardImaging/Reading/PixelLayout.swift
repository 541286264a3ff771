/// The layout of the 32 bits of a decoder's pixels.
enum PixelLayout {
    /// libgd pixels, all opaque.
    case opaque
    /// libgd pixels with transparency.
    case alpha
    /// Bytes for cyan, magenta, yellow and black, with 255 for no ink.
    case cmyk
}
