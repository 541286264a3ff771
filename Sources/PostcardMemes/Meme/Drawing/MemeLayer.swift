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

    /// Bytes of what is lettered. Pictures have a limit of their own.
    var letteringBytes: Int {
        guard case .lettering(let layers) = self else { return 0 }
        let pixels = layers.fill.coverage.count
        return pixels * ((layers.outline == nil ? 1 : 2) + (layers.colors == nil ? 0 : 4))
    }
}
