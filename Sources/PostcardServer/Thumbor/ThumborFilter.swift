internal import PostcardImaging

/// A filter of a thumbor URL. `expires` is ours: a signed URL that ends.
enum ThumborFilter: Sendable, Equatable {
    case quality(Int)
    /// `nil` for one that thumbor too writes only with a plug-in: the format stays.
    case format(ImageFormat?)
    case maxBytes(Int)
    /// `sigma` is that of the whole Gaussian that blurs as much as thumbor's, which is cut off at a radius.
    case blur(sigma: Double)
    case sharpen(amount: Double, radius: Double, luminanceOnly: Bool)
    case grayscale
    case equalize
    case channels(ChannelTables)
    case saturation(Double)
    case noise(amount: Int, seed: UInt32)
    case convolution(ConvolutionKernel)
    /// Degrees counter-clockwise.
    case rotate(Int)
    case roundCorner(across: Int, down: Int, color: Color, isTransparent: Bool)
    case watermark(ThumborWatermark)
    /// The name of the picture of a frame.
    case frame(String)
    /// `nil` for the mean colour of the picture.
    case backgroundColor(Color?)
    case fill(ThumborFill, underTransparent: Bool)
    case focal(ThumborRequest.Crop)
    /// The picture is named by another address of thumbor's, of which the crop is a focal area and the rest does not count.
    case extractFocal
    case noUpscale
    case upscale
    case stretch
    case proportion(Double)
    /// Nothing is done. Results carry no EXIF data and are in sRGB without a profile anyway; red eyes are looked for in faces, which need a
    /// detector there too; and which formats a client gets is its own choice.
    case nothing
    /// Seconds for which the result may be kept.
    case maxAge(Int)
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
