import PostcardImaging

/// The sizes of a picture between the steps of a pipeline, which are known before decoding.
struct PictureShape: Sendable {
    /// The size of the source in pixels.
    let source: PixelSize
    /// The present size of the picture in pixels.
    var size: PixelSize
    /// The box of the last scaling, for steps that fill it: the source before any scaling. 0 for a side that was left open.
    var box: PixelSize
    /// The top left corner in the source of the part that trimming left.
    var trimmed: (x: Int, y: Int) = (0, 0)
    /// The part of the last crop, in the trimmed picture; `nil` for all of it.
    var crop: PixelRect?
    /// The pixels of the result for each pixel of the address, for screens of high density.
    var density = 1.0
    /// True after trimming, when the size depends on the pixels' values.
    var isUncertain = false

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

    /// Returns the part of a crop by edges; `nil` when it lies outside of the picture.
    func part(_ edges: PixelEdges) -> PixelRect? {
        edges.moved(x: -trimmed.x, y: -trimmed.y).clamped(to: size)
    }
}
