internal import PostcardImaging

/// A filter of a thumbor URL. `expires` is ours: a signed URL that ends.
enum ThumborFilter: Sendable, Equatable {
    case quality(Int)
    case format(ImageFormat)
    case maxBytes(Int)
    case blur(sigma: Double)
    case sharpen(amount: Double, sigma: Double)
    case grayscale
    case pixels(PixelFilter)
    /// Degrees counter-clockwise.
    case rotate(Int)
    case roundCorner(radius: Int, color: Color, isTransparent: Bool)
    case watermark(ThumborWatermark)
    case backgroundColor(Color)
    case fill(ThumborFill, underTransparent: Bool)
    case focal(ThumborRequest.Crop)
    case noUpscale
    case upscale
    case stretch
    case proportion(Double)
    /// Both are what happens anyway: results carry no EXIF data and are in sRGB without a profile.
    case stripEXIF, stripICC
    /// Seconds since 1970 after which the URL is refused.
    case expires(Int)
}

/// The background of a picture that does not fill its box.
enum ThumborFill: Sendable, Equatable {
    case color(Color)
    /// The mean colour of the picture.
    case auto
    /// The picture itself, blurred and stretched.
    case blur
}
