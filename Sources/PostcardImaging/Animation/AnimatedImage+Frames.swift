extension AnimatedImage {
    /// One picture of an animation as it is seen, composed with what the frames before left.
    public struct Frame: Sendable {
        /// The whole picture.
        public var image: Image
        /// How long it is shown, in hundredths of a second, 0 to 65 535. Browsers show frames of 0 and 1 for 10.
        public var delay: Int
    }

    /// A pass over an animation's frames. A copy of it goes on independently.
    public struct Frames: Sendable {
        private let animation: AnimatedImage
        private var canvas: GIFCanvas
        private var index = 0

        init(_ animation: AnimatedImage) throws(ImageError) {
            self.animation = animation
            canvas = try GIFCanvas(for: animation.reader)
        }

        /// The next frame, or `nil` after the last one.
        ///
        /// - Throws: `ImageError` with code `damaged` when the frame cannot be decoded as a whole, unless the animation recovers
        ///   what it can, or `outOfMemory`.
        public mutating func next() throws(ImageError) -> Frame? {
            guard index < animation.reader.frames.count else { return nil }
            let frame = animation.reader.frames[index]
            if let failure = animation.draw(frame, on: &canvas), !animation.recovers {
                throw failure.error(inFrame: index, of: animation.reader, completeRows: canvas.completeRows)
            }
            index += 1
            let image = try canvas.image.resized(to: animation.size, filter: animation.options.filter)
            return Frame(image: image, delay: frame.delay)
        }
    }
}
