import PostcardImaging

/// The sizes of a picture between the steps of a pipeline. The sizes are known before decoding.
struct PictureShape: Sendable {
    /// The size of the source in pixels.
    let source: PixelSize
    /// The current size of the picture in pixels.
    var size: PixelSize
    /// The box of the last scaling, for steps that fill it; before any scaling, the source's size. A side is 0 if it is not limited.
    var box: PixelSize
    /// The top-left corner, in the source, of the part that remained after trimming.
    var trimmed: (x: Int, y: Int) = (0, 0)
    /// The part that the last crop kept, in the trimmed picture; `nil` for the whole picture.
    var crop: PixelRect?
    /// The number of result pixels per pixel in the URL, for high-density screens.
    var density = 1.0
    /// True after trimming, because the size then depends on the pixels' values.
    var hasUnknownSize = false

    init(source: PixelSize) {
        self.source = source
        size = source
        box = source
    }

    mutating func apply(_ frame: ScaledFrame) {
        (size, box, density) = (frame.size, frame.box, frame.density)
    }

    mutating func crop(to part: PixelRect) {
        crop = part
        size = PixelSize(width: part.width, height: part.height)
    }

    mutating func turn(_ orientation: Orientation) {
        size = orientation.uprightSize(of: size)
    }

    /// Returns the part that a crop by edges keeps; `nil` if it is outside the picture.
    func part(_ edges: PixelEdges) -> PixelRect? {
        edges.moved(x: -trimmed.x, y: -trimmed.y).clamped(to: size)
    }
}
