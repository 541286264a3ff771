/// Makes an animated GIF or WebP from pictures as they come.
///
/// ```swift
/// var encoder = try AnimationEncoder(size: size, loopCount: 0)
/// for image in images { try encoder.append(image, delay: 100) }
/// let file = try encoder.finish()
/// ```
///
/// In a GIF, colours are kept exactly as long as a frame's changed part has no more than 255; otherwise the best 255 are found
/// for it. GIF has no half transparent pixels: those under one half become transparent, the others opaque. In a WebP, parts of few colours
/// are lossless where that is smaller, whatever the quality.
public struct AnimationEncoder: Sendable {
    private let size: PixelSize
    /// One of the two is not `nil`.
    private var gif: GIFWriter?
    private var webp: WebPAnimationWriter?

    /// Begins an animation.
    ///
    /// - Parameters:
    ///   - size: of every frame, in pixels, 1 to 65 535 a side, or 16 383 in a WebP.
    ///   - loopCount: how often it is shown again after the first time, 0 for without end, `nil` for not at all.
    ///     Brought into 0 to 65 534.
    ///   - encoding: GIF or WebP, with the metadata of a WebP.
    /// - Throws: `ImageError` with code `encodingFailed` when the size is not one that the format can have, or `unsupported` for a
    ///   format that cannot move.
    public init(
        size: PixelSize, loopCount: Int? = 0, encoding: EncodingOptions = .gif
    ) throws(ImageError) {
        self.size = size
        switch encoding.kind {
        case .gif: gif = try GIFWriter(size: size, loopCount: loopCount)
        case .webp(let quality):
            webp = try WebPAnimationWriter(
                size: size, loopCount: loopCount, quality: quality, exif: EXIFWriter.bytes(of: encoding.metadata))
        case .jpeg, .png, .avif:
            throw .unsupported(
                "Postcard writes no \(encoding.format.displayName) pictures that move. Choose GIF or WebP.")
        }
    }

    /// Adds a picture.
    ///
    /// - Parameters:
    ///   - image: as large as the animation.
    ///   - delay: how long it is shown, in milliseconds. A GIF has hundredths of a second, rounded so that errors do not add up, and
    ///     at most 655 350 milliseconds; a WebP has 16 777 215. In a WebP, 10 and less become 100, as browsers show them.
    /// - Throws: `ImageError` with code `encodingFailed` when the picture has another size, and as ``Image/encoded(as:)`` does.
    public mutating func append(_ image: Image, delay: Int) throws(ImageError) {
        guard image.size == size else {
            throw ImageError(
                .encodingFailed,
                "A picture of \(image.size) pixels does not fit an animation of \(size). Resize it first.")
        }
        try ImageWork.step(.encoding) { () throws(ImageError) in
            gif?.append(image, delay: delay)
            // Browsers show shorter frames for this long, and other programs take files by their word.
            try webp?.append(image, delay: delay <= 10 ? 100 : delay)
        }
    }

    /// The file.
    ///
    /// - Throws: `ImageError` with code `encodingFailed` when no picture was added.
    public consuming func finish() throws(ImageError) -> [UInt8] {
        if let gif { return try gif.finish() }
        return try webp?.finish() ?? []
    }
}

extension AnimatedImage {
    /// An encoded animation.
    public struct Encoded: Sendable {
        /// The file.
        public let bytes: [UInt8]
        /// The size of every frame.
        public let size: PixelSize
        /// Damage that was passed over, under `DecodingOptions.toleratesDamage`, as sentences.
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
    ///   - pixelLimit: the maximum of pixels of all changed frames together; `DecodingLimits.pixels` by default.
    ///   - edit: changes a frame, all of them to the same size; its second argument is the number of the frame, from 0.
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
