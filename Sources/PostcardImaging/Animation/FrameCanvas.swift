/// The screen that the frames of a WebP or PNG file are drawn on one after the other.
struct FrameCanvas {
    /// The picture on the screen.
    private(set) var image: Image
    /// The frame drawn last.
    private var last: StillFrames.Frame?
    /// The picture before it, when that comes back.
    private var saved: Image?

    /// As in browsers, the screen is transparent before the first frame, whatever background a file names.
    init(size: PixelSize) throws(ImageError) {
        image = try Image(size: size, fill: .clear)
    }

    /// Does to the frame drawn last what it asked for.
    mutating func dispose() {
        switch last?.disposal {
        case .clear: if let last { image.erase(last.rect) }
        case .restore: if let saved { image = saved }
        case .keep, nil: break
        }
        saved = nil
        last = nil
    }

    /// Draws a frame after `dispose()`. `picture` is as large as its rectangle, which lies on the screen.
    mutating func draw(_ picture: Image, as frame: StillFrames.Frame) {
        if frame.disposal == .restore { saved = image }
        last = frame
        let rect = frame.rect
        if picture.size == image.size, !frame.blends || picture.isOpaque {
            image = picture
        } else if frame.blends, !picture.isOpaque {
            image.lay(picture, x: rect.x, y: rect.y)
        } else {
            image.replace(with: picture, x: rect.x, y: rect.y)
        }
        if !image.isOpaque { image.isOpaque = image.hasOnlyOpaquePixels }
    }
}
