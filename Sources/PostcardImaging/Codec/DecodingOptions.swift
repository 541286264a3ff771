/// How a file becomes a picture.
public struct DecodingOptions: Hashable, Sendable {
    /// What the file may cost.
    public var limits: DecodingLimits
    /// The size of the result, for the picture as a person sees it. Only what that size needs is decoded. `nil` for all
    /// pixels.
    public var resize: Resize?
    /// How pixels are weighed together when the size changes.
    public var filter: ResampleFilter
    /// Whether pixels are weighed by light and not by their sRGB numbers: fine bright detail keeps its brightness. Off by
    /// default, as elsewhere.
    public var linearLight: Bool
    /// Whether the picture is turned upright as its EXIF orientation says.
    public var appliesOrientation: Bool
    /// Whether what can be saved of a damaged or truncated file is delivered, with the damage told by
    /// `DecodedImage.warnings`. What is lost is grey, or transparent where the picture has alpha. Off by default: half a picture
    /// is an error.
    public var recover: Bool

    /// Makes options; by default a picture is decoded whole, turned upright, within the default limits.
    public init(
        resize: Resize? = nil, filter: ResampleFilter = .lanczos3, linearLight: Bool = false,
        limits: DecodingLimits = .default, appliesOrientation: Bool = true, recover: Bool = false
    ) {
        self.resize = resize
        self.filter = filter
        self.linearLight = linearLight
        self.limits = limits
        self.appliesOrientation = appliesOrientation
        self.recover = recover
    }
}
