/// Options for decoding a picture file.
public struct DecodingOptions: Hashable, Sendable {
    /// The limits for the file.
    public var limits: DecodingLimits
    /// The size of the result, for the picture as a person sees it. Only what that size needs is decoded. `nil` for all
    /// pixels.
    public var resize: Resize?
    /// The filter that is used when the size changes.
    public var filter: ResampleFilter
    /// `true` to weigh pixels by light, so that fine bright detail keeps its brightness; `false` to weigh them by their sRGB
    /// numbers, so that thin dark lines keep their weight; `nil`, the default, for what `ImageFormat.isOfPhotos` says.
    ///
    /// A JPEG file is decoded at a reduced size, where pixels are averaged by numbers: 1.5 times the result's or more, and with `true` four times
    /// or more. Lamps of 4 × 4 pixels on 12 megapixels keep 27 % and 69 % of their light at 256 pixels.
    public var linearLight: Bool?
    /// `true` to turn the picture upright as its EXIF orientation says.
    package var appliesOrientation = true
    /// `true` to deliver the readable part of a damaged or truncated file, with the damage told by
    /// `DecodedImage.warnings`. What is lost is grey, or transparent where the picture has alpha. Off by default: half a picture
    /// is an error.
    public var recover: Bool

    /// Makes options; by default a picture is decoded whole, turned upright, within the default limits.
    public init(
        resize: Resize? = nil, filter: ResampleFilter = .lanczos3, linearLight: Bool? = nil,
        limits: DecodingLimits = .default, recover: Bool = false
    ) {
        self.resize = resize
        self.filter = filter
        self.linearLight = linearLight
        self.limits = limits
        self.recover = recover
    }

    /// `true` if pixels of a file in `format` are weighed by light.
    package func weighsLight(in format: ImageFormat) -> Bool { linearLight ?? format.isOfPhotos }
}
