/// Options for decoding a picture file.
///
/// ```swift
/// let box = PixelSize(width: 800, height: 600)
/// let options = DecodingOptions(
///     resize: Resize(into: box, fit: .cover), limits: DecodingLimits(pixels: 50_000_000, bytes: 16 << 20),
///     toleratesDamage: true)
/// let decoded = try DecodedImage(OpenedPicture(bytes), options: options)
/// for warning in decoded.warnings { print(warning) }
/// ```
public struct DecodingOptions: Hashable, Sendable {
    /// The limits for the file.
    public var limits: DecodingLimits
    /// The size of the upright result. Only the pixels needed for that size are decoded. `nil` decodes all pixels.
    public var resize: Resize?
    /// The filter that is used if the size changes.
    public var filter: ResampleFilter
    /// True for linear light, false for sRGB, `nil` for the format's default.
    package var linearLight: Bool?
    /// True to turn the picture upright by its EXIF orientation.
    package var appliesOrientation = true
    /// True to return the readable part of a damaged or truncated file, with the damage in `DecodedImage.warnings`. Missing pixels are
    /// gray, or transparent if the picture has alpha. False by default: decoding a damaged or truncated file throws an error.
    public var toleratesDamage: Bool

    /// Makes options. By default, a picture is decoded completely and turned upright, within the default limits.
    public init(
        resize: Resize? = nil, filter: ResampleFilter = .lanczos3, resamplingSpace: ResamplingSpace = .automatic,
        limits: DecodingLimits = .default, toleratesDamage: Bool = false
    ) {
        self.resize = resize
        self.filter = filter
        self.limits = limits
        self.toleratesDamage = toleratesDamage
        self.resamplingSpace = resamplingSpace
    }

    /// The space in which pixels are averaged. The default is ``ResamplingSpace/automatic``.
    ///
    /// A JPEG file is decoded at a reduced size, which averages pixels in sRGB. The reduced size is at least 1.5 times the size of the
    /// result, or four times with ``ResamplingSpace/linear``. At 256 pixels, lamps of 4 × 4 pixels in a 12-megapixel picture keep 27% of
    /// their light, or 69% with ``ResamplingSpace/linear``.
    public var resamplingSpace: ResamplingSpace {
        get {
            switch linearLight {
            case nil: .automatic
            case true?: .linear
            case false?: .sRGB
            }
        }
        set {
            linearLight =
                switch newValue {
                case .automatic: nil
                case .linear: true
                case .sRGB: false
                }
        }
    }

    /// True if pixels of a file in `format` are averaged in linear light.
    package func usesLinearLight(in format: ImageFormat) -> Bool { linearLight ?? format.isPhotoFormat }
}
