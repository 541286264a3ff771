/// The layout of the 32 bits of a decoder's pixels.
enum PixelLayout {
    /// libgd pixels, all opaque.
    case opaque
    /// libgd pixels with transparency.
    case alpha
    /// The bytes cyan, magenta, yellow, black, with 255 for no ink.
    case cmyk
}
