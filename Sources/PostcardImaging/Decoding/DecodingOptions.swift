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
    /// The size of the upright result. Only the pixels needed for that size are decoded. `nil` for all pixels.
    public var resize: Resize?
    /// The filter that is used when the size changes.
    public var filter: ResampleFilter
    /// True for linear light, false for sRGB, `nil` for the default of the format.
    package var linearLight: Bool?
    /// True to turn the picture upright by its EXIF orientation.
    package var appliesOrientation = true
    /// True to return the readable part of a damaged or truncated file, with the damage in `DecodedImage.warnings`. Missing pixels are
    /// gray, or transparent if the picture has alpha. False by default: a partial picture is an error.
    public var toleratesDamage: Bool

    /// Makes options. By default, a picture is decoded completely, turned upright, within the default limits.
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
    /// A JPEG file is decoded at a reduced size, where pixels are averaged in sRGB. That size is at least 1.5 times that of the result, and
    /// with ``ResamplingSpace/linear`` at least four times. Lamps of 4 × 4 pixels on 12 megapixels keep 27% and 69% of their light at 256
    /// pixels.
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
