/// A canvas on which the frames of a file are drawn one after another, as in browsers. The canvas is transparent before the first frame,
/// even if the file sets a background color.
struct FrameCanvas {
    /// The composited picture.
    private(set) var image: Image
    /// The last frame that was drawn.
    private var last: (rect: PixelRect, disposal: FrameDisposal)?
    /// The picture before the last frame, if it must be restored.
    private var saved: Image?

    init(size: PixelSize) throws(ImageError) {
        image = try Image(size: size, fill: .clear)
    }

    /// Applies the disposal method of the last frame that was drawn.
    mutating func dispose() throws(ImageError) {
        switch last?.disposal {
        case .clear: if let last { try image.erase(last.rect) }
        case .restore: if let saved { image = saved }
        case .keep, nil: break
        }
        saved = nil
        last = nil
    }

    private mutating func begin(_ rect: PixelRect, _ disposal: FrameDisposal) {
        if disposal == .restore { saved = image }
        last = (rect, disposal)
    }

    /// Draws a frame. Call `dispose()` first. `picture` is as large as the frame's rectangle, which is within the canvas.
    mutating func draw(_ picture: Image, as frame: StillFrames.Frame) throws(ImageError) {
        begin(frame.rect, frame.disposal)
        let rect = frame.rect
        if picture.size == image.size, !frame.blends || picture.isOpaque {
            image = picture
        } else if frame.blends, !picture.isOpaque {
            try image.draw(picture, x: rect.x, y: rect.y)
        } else {
            try image.replace(with: picture, x: rect.x, y: rect.y)
        }
        if !image.isOpaque { image.isOpaque = image.hasOnlyOpaquePixels }
    }

    /// Draws the decoded part of a GIF frame. Call `dispose()` first. The frame can extend beyond the canvas.
    mutating func draw(_ frame: GIFFrame, decodedBy decoder: GIFFrameDecoder, _ palette: [Int32]) throws(ImageError) {
        begin(frame.rect, frame.disposal)
        guard let part = frame.rect.clipped(to: image.size) else { return }
        try image.withMutableRows { rows in
            palette.withUnsafeBufferPointer { palette in
                for y in part.rows { decoder.drawRow(y - part.y, of: frame, part.columns, palette, on: rows[y]) }
            }
        }
        if !image.isOpaque { image.isOpaque = image.hasOnlyOpaquePixels }
    }
}

extension Image {
    /// True if every pixel is opaque. Checks all pixels.
    fileprivate var hasOnlyOpaquePixels: Bool {
        withRows { rows in
            for y in 0..<size.height {
                let row = rows[y]
                var bits: Int32 = 0
                for x in 0..<size.width { bits |= row[x] }
                if bits & GIFColor.transparent != 0 { return false }
            }
            return true
        }
    }
}
