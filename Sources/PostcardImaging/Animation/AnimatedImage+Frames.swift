import PostcardCore

extension AnimatedImage {
    /// A frame of an animation, composited with the frames before it.
    public struct Frame: Sendable {
        /// The whole picture.
        public var image: Image
        /// The time until the next frame, in milliseconds.
        package var delay: Int

        /// The time until the next frame, in whole milliseconds. Browsers show frames of 10 milliseconds or less for 100 milliseconds.
        public var duration: Duration {
            get { .milliseconds(delay) }
            set { delay = newValue.inMilliseconds }
        }
    }

    /// A pass over an animation's frames. A copy of a pass advances independently.
    package struct Frames: Sendable {
        private let animation: AnimatedImage
        /// `nil` for a still image.
        private var canvas: FrameCanvas?
        /// The decoder reuses its memory for each frame.
        private var decoder = GIFFrameDecoder()
        private var index = 0
        /// The part that a crop keeps. The part is chosen in the first frame, so the picture does not jump.
        private var crop: PixelRect?
        /// The damage tolerated in the frames so far, as sentences.
        package private(set) var warnings: [String] = []

        init(_ animation: AnimatedImage) throws(ImageError) {
            self.animation = animation
            switch animation.source {
            case .gif(_, let reader): canvas = try FrameCanvas(size: reader.screen)
            case .stills(_, let frames): canvas = try FrameCanvas(size: frames.screen)
            case .picture: break
            }
        }

        /// Returns the next frame, or `nil` after the last one.
        ///
        /// - Throws: `ImageError` with code `damaged` if the frame can't be decoded completely and damage is not tolerated, or
        ///   `outOfMemory`.
        package mutating func next() throws(ImageError) -> Frame? {
            guard index < animation.frameCount else { return nil }
            defer { index += 1 }
            return try ImageWork.step(.decoding) { () throws(ImageError) in
                var orientation = Orientation.up
                try canvas?.dispose()
                switch animation.source {
                case .gif(let bytes, let reader): try draw(reader, in: bytes)
                case .stills(let bytes, let frames):
                    try draw(frames, in: bytes)
                    orientation = frames.orientation
                case .picture(let picture): return Frame(image: picture.image, delay: 0)
                }
                guard let picture = canvas?.image else { return nil }
                return Frame(image: try resized(picture.oriented(orientation)), delay: animation.delays[index])
            }
        }

        private mutating func draw(_ reader: GIFReader, in bytes: [UInt8]) throws(ImageError) {
            let frame = reader.frames[index]
            let failure = try bytes.span.bytes.withBuffer { (buffer) throws(ImageError) in
                let failure = decoder.decode(frame, in: buffer)
                try canvas?.draw(
                    frame, decodedBy: decoder, GIFColor.table(at: frame.palette ?? reader.globalPalette, in: buffer))
                return failure
            }
            guard let failure else { return }
            let rows = decoder.completeRows(of: frame)
            let error = failure.error(inFrame: index, of: reader, completeRows: rows)
            // Damage is tolerated only if at least one row was decoded.
            guard animation.options.toleratesDamage, index > 0 || rows > 0 else { throw error }
            warnings.append(error.message)
        }

        private mutating func draw(_ frames: StillFrames, in bytes: [UInt8]) throws(ImageError) {
            do throws(ImageError) {
                let decoded = try frames.picture(index, in: bytes, options: animation.options)
                try canvas?.draw(decoded.image, as: frames.frames[index])
                for warning in decoded.warnings where !warnings.contains(warning) { warnings.append(warning) }
            } catch {
                guard animation.options.toleratesDamage, error.code == .damaged || error.code == .truncated else {
                    canvas = nil
                    throw error
                }
                warnings.append(error.message)
            }
        }

        private mutating func resized(_ picture: Image) throws(ImageError) -> Image {
            let options = animation.options
            guard let resize = options.resize else { return picture }
            guard case .cover(let focus) = resize.fit.kind else {
                return try picture.resized(resize, filter: options.filter, inLinearLight: options.linearLight ?? false)
            }
            let whole = resize.scaledSize(for: picture.size)
            let part: PixelRect
            if let crop {
                part = crop
            } else {
                part = focus.frame(of: animation.size, in: whole, showing: try shown(picture, at: whole, focus))
                crop = part
            }
            return try picture.resized(
                to: whole, part: part, filter: options.filter, inLinearLight: options.linearLight ?? false)
        }

        /// Returns the picture in which to look for detail: the scaled picture, or `picture` if the scaled picture would be larger.
        private func shown(_ picture: Image, at whole: PixelSize, _ focus: Focus) throws(ImageError) -> Image {
            guard focus == .detail, whole.area <= picture.size.area else { return picture }
            return try picture.resized(
                to: whole, filter: animation.options.filter, inLinearLight: animation.options.linearLight ?? false)
        }
    }
}
