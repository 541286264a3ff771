/// The screen that the frames of a file are drawn on one after the other, as browsers do it: transparent before the first frame,
/// whatever background a file names.
struct FrameCanvas {
    /// The picture on the screen.
    private(set) var image: Image
    /// The frame drawn last.
    private var last: (rect: PixelRect, disposal: FrameDisposal)?
    /// The picture before it, when it is restored.
    private var saved: Image?

    init(size: PixelSize) throws(ImageError) {
        image = try Image(size: size, fill: .clear)
    }

    /// Disposes of the frame drawn last as it asks for.
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

    /// Draws a frame after `dispose()`. `picture` is as large as its rectangle, which lies on the screen.
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

    /// Draws what is decoded of a GIF's frame after `dispose()`. The frame may reach beyond the screen.
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
    /// Looks at every pixel.
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
