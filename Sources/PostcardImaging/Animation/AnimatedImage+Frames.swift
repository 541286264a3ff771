extension AnimatedImage {
    /// One picture of an animation as it is seen, composed with what the frames before left.
    public struct Frame: Sendable {
        /// The whole picture.
        public var image: Image
        /// The delay before the next frame, in milliseconds. Browsers show frames of 10 and less for 100.
        public var delay: Int
    }

    /// A pass over an animation's frames. A copy of it goes on independently.
    public struct Frames: Sendable {
        private enum Canvas {
            case gif(GIFCanvas)
            case stills(FrameCanvas)
        }

        private let animation: AnimatedImage
        /// `nil` for a picture that stands still.
        private var canvas: Canvas?
        private var index = 0
        /// The part that a crop keeps: found in the first frame, so that the picture does not jump about.
        private var crop: PixelRect?
        /// Damage that was passed over in the frames so far, under `DecodingOptions.recover`, as sentences.
        public private(set) var warnings: [String] = []

        init(_ animation: AnimatedImage) throws(ImageError) {
            self.animation = animation
            switch animation.source {
            case .gif(_, let reader): canvas = .gif(try GIFCanvas(for: reader))
            case .stills(_, let frames): canvas = .stills(try FrameCanvas(size: frames.screen))
            case .picture: break
            }
        }

        /// The next frame, or `nil` after the last one.
        ///
        /// - Throws: `ImageError` with code `damaged` when the frame cannot be decoded as a whole, unless the animation
        ///   recovers what it can, or `outOfMemory`.
        public mutating func next() throws(ImageError) -> Frame? {
            guard index < animation.frameCount else { return nil }
            index += 1
            return try ImageWork.step(.decoding) { () throws(ImageError) in try decodedFrame() }
        }

        private mutating func decodedFrame() throws(ImageError) -> Frame? {
            switch (animation.source, canvas.take()) {
            case (.gif(let bytes, let reader), .gif(let canvas)):
                return try nextFrame(of: reader, in: bytes, on: canvas)
            case (.stills(let bytes, let frames), .stills(let canvas)):
                return try nextFrame(of: frames, in: bytes, on: canvas)
            case (.picture(let picture), _): return Frame(image: picture.image, delay: 0)
            default: return nil
            }
        }

        private mutating func nextFrame(
            of reader: GIFReader, in bytes: [UInt8], on canvas: consuming GIFCanvas
        ) throws(ImageError) -> Frame {
            let frame = reader.frames[index - 1]
            var canvas = canvas
            let failure = bytes.span.bytes.withBuffer { canvas.draw(frame, in: $0) }
            let picture = canvas.image
            let isNothing = index == 1 && canvas.completeRows == 0
            let error = failure?.error(inFrame: index - 1, of: reader, completeRows: canvas.completeRows)
            self.canvas = .gif(canvas)
            if let error {
                // It recovers only if at least one row was decoded.
                guard animation.options.recover, !isNothing else { throw error }
                warnings.append(error.message)
            }
            return Frame(image: try resized(picture), delay: frame.delay * 10)
        }

        private mutating func nextFrame(
            of frames: StillFrames, in bytes: [UInt8], on canvas: consuming FrameCanvas
        ) throws(ImageError) -> Frame {
            let frame = frames.frames[index - 1]
            var canvas = canvas
            canvas.dispose()
            do throws(ImageError) {
                let decoded = try frames.picture(index - 1, in: bytes, options: animation.options)
                canvas.draw(decoded.image, as: frame)
                for warning in decoded.warnings where !warnings.contains(warning) { warnings.append(warning) }
            } catch {
                guard animation.options.recover, error.code == .damaged || error.code == .truncated else { throw error }
                warnings.append(error.message)
            }
            let picture = canvas.image
            self.canvas = .stills(canvas)
            return Frame(image: try resized(picture.turned(frames.orientation)), delay: frame.delay)
        }

        private mutating func resized(_ picture: Image) throws(ImageError) -> Image {
            let options = animation.options
            guard let resize = options.resize else { return picture }
            guard case .cover(let focus) = resize.fit.kind else {
                return try picture.resized(resize, filter: options.filter, linearLight: options.linearLight)
            }
            let whole = resize.scaledSize(for: picture.size)
            let part: PixelRect
            if let crop {
                part = crop
            } else {
                part = focus.frame(of: animation.size, in: whole, showing: try shown(picture, at: whole, focus))
                crop = part
            }
            return try picture.resized(to: whole, part: part, filter: options.filter, linearLight: options.linearLight)
        }

        /// The picture in which detail is looked for: the scaled one, unless that is larger.
        private func shown(_ picture: Image, at whole: PixelSize, _ focus: Focus) throws(ImageError) -> Image {
            guard focus == .detail, whole.area <= picture.size.area else { return picture }
            return try picture.resized(
                to: whole, filter: animation.options.filter, linearLight: animation.options.linearLight)
        }
    }
}

/// The screen that the frames of a WebP or PNG file are drawn on one after the other.
struct FrameCanvas {
    /// The picture on the screen.
    private(set) var image: Image
    /// The frame drawn last.
    private var last: StillFrames.Frame?
    /// The picture before it, when it is restored.
    private var saved: Image?

    /// As in browsers, the screen is transparent before the first frame, whatever background a file names.
    init(size: PixelSize) throws(ImageError) {
        image = try Image(size: size, fill: .clear)
    }

    /// Disposes of the frame drawn last as it asks for.
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
