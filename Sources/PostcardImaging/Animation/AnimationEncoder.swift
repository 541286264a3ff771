import PostcardCore

/// An encoder that combines images into an animated GIF or WebP file.
///
/// ```swift
/// var encoder = try AnimationEncoder(size: size)
/// for image in images { try encoder.append(image, duration: .milliseconds(100)) }
/// let file = try encoder.finish()
/// ```
///
/// In a GIF, the changed part of a frame can have at most 255 colors. If the part has more colors, the best 255 are used. Pixels that are
/// less than half opaque become transparent, and all others become opaque. In a WebP, parts with few colors are stored losslessly if that
/// takes less space.
public struct AnimationEncoder: Sendable {
    private let size: PixelSize
    /// Exactly one of the two writers is not `nil`.
    private var gif: GIFWriter?
    private var webp: WebPAnimationWriter?

    /// Starts an animation.
    ///
    /// - Parameters:
    ///   - size: the size of every frame in pixels; each side from 1 to 65,535 (16,383 for WebP).
    ///   - repetition: the number of repetitions after the first playback, at most 65,534.
    ///   - encoding: GIF or WebP, with the metadata for a WebP file.
    /// - Throws: `ImageError` with code `encodingFailed` if the format does not support the size, or `unsupported` for a format that can't
    ///   be animated.
    public init(
        size: PixelSize, repetition: Repetition = .forever, encoding: EncodingOptions = .gif
    ) throws(ImageError) {
        try self.init(size: size, loopCount: repetition.loopCount, encoding: encoding)
    }

    /// Starts an animation with the number of repetitions from a file; 0 means endless, and `nil` means no repetition.
    package init(size: PixelSize, loopCount: Int?, encoding: EncodingOptions = .gif) throws(ImageError) {
        self.size = size
        switch encoding.kind {
        case .gif: gif = try GIFWriter(size: size, loopCount: loopCount)
        case .webp(let quality):
            webp = try WebPAnimationWriter(
                size: size, loopCount: loopCount, quality: quality, exif: EXIFWriter.bytes(of: encoding.metadata))
        case .jpeg, .png, .avif:
            throw .unsupported(
                "Can't write an animated \(encoding.format.displayName). Choose GIF or WebP.")
        }
    }

    /// Adds a picture.
    ///
    /// - Parameters:
    ///   - image: a picture with the same size as the animation.
    ///   - duration: the time for which the picture is shown, in whole milliseconds. A GIF stores hundredths of a second, rounded so that
    ///     errors do not add up, and at most 655,350 milliseconds. A WebP stores at most 16,777,215 milliseconds; durations of 10
    ///     milliseconds or less become 100 milliseconds, as in browsers.
    /// - Throws: `ImageError` with code `encodingFailed` if the picture has another size; any error from ``Image/encoded(as:)``.
    public mutating func append(_ image: Image, duration: Duration) throws(ImageError) {
        try ImageWork.checkpoint()
        try append(image, delay: duration.inMilliseconds)
    }

    /// Adds a picture that is shown for `delay` milliseconds.
    package mutating func append(_ image: Image, delay: Int) throws(ImageError) {
        guard image.size == size else {
            throw ImageError(
                .encodingFailed,
                "Can't add a picture of \(image.size) pixels to an animation of \(size). Resize it first.")
        }
        try ImageWork.step(.encoding) { () throws(ImageError) in
            gif?.append(image, delay: delay)
            // Browsers show frames of 10 ms or less for 100 ms, but other programs use the duration in the file.
            try webp?.append(image, delay: delay <= 10 ? 100 : delay)
        }
    }

    /// Returns the encoded file.
    ///
    /// - Throws: `ImageError` with code `encodingFailed` if no picture was added.
    public consuming func finish() throws(ImageError) -> [UInt8] {
        if let gif { return try gif.finish() }
        return try webp?.finish() ?? []
    }
}

extension AnimatedImage {
    /// Returns an animation with the same durations and repetition, in which each frame is changed by `edit`.
    ///
    /// The same animation and edit produce the same bytes. Comments and other extra data in the file are not kept.
    ///
    /// ```swift
    /// let small = try animation.encoded { image, _ in image = try image.resized(to: .square(64)) }.bytes
    /// ```
    ///
    /// - Parameters:
    ///   - encoding: GIF or WebP.
    ///   - edit: changes a frame; all results must have the same size. The default closure changes nothing. The second argument is the
    ///     frame's index, from 0.
    /// - Throws: any error that `edit` throws; `ImageError` with code `damaged` if a frame can't be decoded, `encodingFailed` if a side is
    ///   longer than the format allows, `unsupported` for a format that can't be animated, or `limitExceeded` if the changed frames
    ///   together have more than `DecodingLimits.pixels`.
    public func encoded(
        as encoding: EncodingOptions = .gif,
        editing edit: (_ image: inout Image, _ index: Int) throws -> Void = { _, _ in }
    ) throws -> EncodedPicture {
        try encoded(as: encoding, pixelLimit: options.limits.pixels, editing: edit)
    }

    /// Does the same as ``encoded(as:editing:)``, with a limit on the number of pixels.
    ///
    /// - Parameter pixelLimit: the maximum number of pixels in all changed frames together.
    package func encoded(
        as encoding: EncodingOptions, pixelLimit: Int, editing edit: (_ image: inout Image, _ index: Int) throws -> Void
    ) throws -> EncodedPicture {
        var limits = options.limits
        limits.pixels = pixelLimit
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
                try limits.check(result: size, as: encoding.format, isAnimated: true)
                encoder = try AnimationEncoder(size: size, loopCount: loopCount, encoding: encoding)
            }
            try encoder?.append(frame.image, delay: frame.delay)
            index += 1
        }
        guard let encoder else { throw ImageError(.damaged, "The file contains no frames.") }
        return EncodedPicture(
            bytes: try encoder.finish(), format: encoding.format, size: size, warnings: warnings + frames.warnings)
    }
}
