/// How a file becomes a picture.
public struct DecodingOptions: Hashable, Sendable {
    /// What the file may cost.
    public var limits: DecodingLimits
    /// The size of the result, for the picture as a person sees it. Only what that size needs is decoded. `nil` for all
    /// pixels.
    public var resize: Resize?
    /// How pixels are weighed together when the size changes.
    public var filter: ResampleFilter
    /// Whether the picture is turned upright as its EXIF orientation says.
    public var appliesOrientation: Bool

    /// Makes options; by default a picture is decoded whole, turned upright, within the default limits.
    public init(
        resize: Resize? = nil, filter: ResampleFilter = .lanczos3, limits: DecodingLimits = .default,
        appliesOrientation: Bool = true
    ) {
        self.resize = resize
        self.filter = filter
        self.limits = limits
        self.appliesOrientation = appliesOrientation
    }
}
