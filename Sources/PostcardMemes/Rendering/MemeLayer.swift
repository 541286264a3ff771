import PostcardImaging

/// A layer that is drawn on a picture.
enum MemeLayer: Sendable {
    case lettering(MaskLayers)
    case picture(Image, x: Int, y: Int, opacity: Double)

    /// Draws the layer on a picture, or on a part of a picture that starts at `left` and `top` in the whole picture.
    func draw(on image: inout Image, from left: Int = 0, _ top: Int = 0) throws(ImageError) {
        switch self {
        case .lettering(var layers):
            layers.fill.x -= left
            layers.fill.y -= top
            try image.blend(layers)
        case .picture(let picture, let x, let y, let opacity):
            try image.draw(picture, x: x - left, y: y - top, opacity: opacity)
        }
    }

    /// Marks the cells that `draw` changes.
    func mark(_ cells: inout DrawnCells) {
        switch self {
        case .lettering(let layers): cells.add(layers)
        case .picture(let picture, let x, let y, _): cells.add(picture, x: x, y: y)
        }
    }

    /// The size of drawn text in bytes. Pictures have a separate limit.
    var letteringBytes: Int {
        guard case .lettering(let layers) = self else { return 0 }
        let pixels = layers.fill.coverage.count
        return pixels * ((layers.outline == nil ? 1 : 2) + (layers.colors == nil ? 0 : 4))
    }
}
