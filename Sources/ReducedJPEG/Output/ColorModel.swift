/// The color space of the components.
enum ColorModel: Equatable {
    case grayscale
    case yCbCr
    case rgb
    case cmyk
    case ycck
}

extension ColorModel {
    /// Chooses the model from the JFIF and Adobe segments or, without these, from the component identifiers, as libjpeg does.
    /// `adobeTransform` is the last byte of the Adobe segment; `nil` if there is no such segment.
    init(
        frame: Frame, hasJFIF: Bool, adobeTransform: UInt8?
    ) throws(ReducedJPEGError) {
        switch (frame.components.count, adobeTransform) {
        case (1, _): self = .grayscale
        case (3, _) where hasJFIF: self = .yCbCr
        case (3, 0): self = .rgb
        case (3, 1): self = .yCbCr
        case (3, nil): self = frame.components.map(\.identifier) == Array("RGB".utf8) ? .rgb : .yCbCr
        case (4, nil), (4, 0): self = .cmyk
        case (4, 2): self = .ycck
        default: throw .unsupported("The Adobe segment specifies an unknown color transform.")
        }
    }
}
