extension AnimatedImage {
    /// One picture of an animation as it is seen, composed with what the frames before left.
    public struct Frame: Sendable {
        /// The whole picture.
        public var image: Image
        /// The delay before the next frame, in hundredths of a second, 0 to 65 535. Browsers show frames of 0 and 1 for 10.
        public var delay: Int
    }

    /// A pass over an animation's frames. A copy of it goes on independently.
    public struct Frames: Sendable {
        private let animation: AnimatedImage
        /// `nil` for a picture that stands still.
        private var canvas: GIFCanvas?
        private var index = 0
        /// The part that a crop keeps: found in the first frame, so that the picture does not jump about.
        private var crop: PixelRect?
        /// Damage that was passed over in the frames so far, under `DecodingOptions.recover`, as sentences.
        public private(set) var warnings: [String] = []

        init(_ animation: AnimatedImage) throws(ImageError) {
            self.animation = animation
            if case .file(_, let reader) = animation.source { canvas = try GIFCanvas(for: reader) }
        }

        /// The next frame, or `nil` after the last one.
        ///
        /// - Throws: `ImageError` with code `damaged` when the frame cannot be decoded as a whole, unless the animation
        ///   recovers what it can, or `outOfMemory`.
        public mutating func next() throws(ImageError) -> Frame? {
            guard index < animation.frameCount else { return nil }
            index += 1
            switch animation.source {
            case .picture(let picture): return Frame(image: picture.image, delay: 0)
            case .file(let bytes, let reader): return try nextFrame(of: reader, in: bytes)
            }
        }

        private mutating func nextFrame(of reader: GIFReader, in bytes: [UInt8]) throws(ImageError) -> Frame? {
            guard var canvas = canvas.take() else { return nil }
            let frame = reader.frames[index - 1]
            let failure = bytes.span.bytes.withBuffer { canvas.draw(frame, in: $0) }
            let picture = canvas.image
            let error = failure?.error(inFrame: index - 1, of: reader, completeRows: canvas.completeRows)
            self.canvas = canvas
            if let error {
                guard animation.options.recover else { throw error }
                warnings.append(error.message)
            }
            return Frame(image: try resized(picture), delay: frame.delay)
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

        /// Detail is looked for in what is shown, except for what is larger than the picture.
        private func shown(_ picture: Image, at whole: PixelSize, _ focus: Focus) throws(ImageError) -> Image {
            guard focus == .detail, whole.area <= picture.size.area else { return picture }
            return try picture.resized(
                to: whole, filter: animation.options.filter, linearLight: animation.options.linearLight)
        }
    }
}
