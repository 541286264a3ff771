extension AnimatedImage {
    /// An animation that was made.
    public struct Encoded: Sendable {
        /// The file.
        public let bytes: [UInt8]
        /// The size of every frame.
        public let size: PixelSize
        /// Damage that was passed over, under `DecodingOptions.recover`, as sentences.
        public let warnings: [String]
    }

    /// The bytes of a file with the same frames, delays and loop count.
    ///
    /// The same animation gives the same bytes. Comments and other extras of the file are not kept.
    ///
    /// - Parameter encoding: GIF or WebP.
    /// - Throws: `ImageError` as `frames()` and `Frames.next()` do, with code `encodingFailed` when a side is longer
    ///   than the format can hold, or `unsupported` for a format that cannot move.
    public func encoded(as encoding: EncodingOptions = .gif) throws -> [UInt8] {
        try encoded(as: encoding) { _, _ in }.bytes
    }

    /// An animation with the same delays and loop count, and each frame changed by `edit`.
    ///
    /// ```swift
    /// let small = try animation.encoded { image, _ in image = try image.resized(to: .square(64)) }.bytes
    /// ```
    ///
    /// - Parameters:
    ///   - encoding: GIF or WebP.
    ///   - pixelLimit: the most pixels of all changed frames together; `DecodingLimits.pixels` by default.
    ///   - edit: changes a frame, all of them to the same size; gets its number too, from 0. It may throw to stop.
    /// - Returns: the file, with what is known of it.
    /// - Throws: what `edit` throws, and `ImageError` as `encoded(as:)` does or with code `limitExceeded` when the changed frames
    ///   are together larger than the limit.
    public func encoded(
        as encoding: EncodingOptions = .gif, pixelLimit: Int? = nil,
        editing edit: (_ image: inout Image, _ index: Int) throws -> Void
    ) throws -> Encoded {
        var limits = options.limits
        limits.pixels = pixelLimit ?? limits.pixels
        var encoder: AnimationEncoder?
        var size = size
        var frames = try frames()
        var index = 0
        while var frame = try frames.next() {
            try ImageWork.checkpoint()
            try edit(&frame.image, index)
            if encoder == nil {
                size = frame.image.size
                try limits.check(resultFrames: frameCount, of: size)
                try limits.check(result: size, as: encoding.format, moves: true)
                encoder = try AnimationEncoder(size: size, loopCount: loopCount, encoding: encoding)
            }
            try encoder?.append(frame.image, delay: frame.delay)
            index += 1
        }
        guard let encoder else { throw ImageError(.damaged, "The file has no frame.") }
        return Encoded(bytes: try encoder.finish(), size: size, warnings: warnings + frames.warnings)
    }
}
