internal import PostcardImaging

/// One thing to be laid on a picture.
enum MemeLayer: Sendable {
    case lettering(MaskLayers)
    case picture(Image, x: Int, y: Int, opacity: Double)

    func draw(on image: inout Image) {
        switch self {
        case .lettering(let layers): image.blend(layers)
        case .picture(let picture, let x, let y, let opacity): image.lay(picture, x: x, y: y, opacity: opacity)
        }
    }
}
