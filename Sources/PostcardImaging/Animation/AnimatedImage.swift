/// A moving picture, kept as its file and decoded frame by frame, so that memory stays at a few frames however many
/// there are.
///
/// ```swift
/// let animation = try AnimatedImage(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(256))))
/// let thumbnail = try animation.encoded()
/// let gray = try animation.encoded { image, _ in image = image.grayscale() }.bytes
/// ```
///
/// A picture that stands still, whatever its format, is an animation of one frame, so that a caller who wants a GIF need not ask whether
/// a file moves.
public struct AnimatedImage: Sendable {
    /// The source of the frames.
    enum Source: Sendable {
        /// A GIF file and what its headers say.
        case file([UInt8], GIFReader)
        /// The only frame, ready.
        case picture(DecodedImage)
    }

    let source: Source
    let options: DecodingOptions
    /// The size of every frame, after the resizing that the options ask for.
    public let size: PixelSize

    /// Reads the headers of a GIF file, all frames and no pixels; or decodes a picture of another format, of which only GIF can
    /// move here.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - options: size, filter and limits; `DecodingLimits.pixels` holds for all frames together, as stored and as resized.
    ///     With `DecodingOptions.recover`, the frames before the damage are delivered and as much of a broken frame as can
    ///     be decoded.
    /// - Throws: `ImageError` with code `limitExceeded` when the frames are too many or together too large, `truncated` or
    ///   `damaged` with how much of the file is there, and as `DecodedImage` does for other formats.
    public init(decoding bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self.options = options
        guard ImageFormat(sniffing: bytes.span.bytes) == .gif else {
            let picture = try DecodedImage(bytes, options: options)
            source = .picture(picture)
            size = picture.image.size
            return
        }
        let reader = try bytes.span.bytes.withBuffer { (buffer) throws(ImageError) in
            try GIFReader(buffer, limits: options.limits, recovers: options.recover)
        }
        source = .file(bytes, reader)
        size = options.resize?.size(for: reader.screen) ?? reader.screen
        try options.limits.check(size: size, frames: reader.frames.count)
    }

    private var reader: GIFReader? {
        guard case .file(_, let reader) = source else { return nil }
        return reader
    }

    /// The number of frames, at least 1.
    public var frameCount: Int { reader?.frames.count ?? 1 }

    /// The number of repetitions after the first time: 0 for without end, `nil` when the file does not
    /// say, which means not at all.
    public var loopCount: Int? { reader?.loopCount }

    /// The damage of a file under `DecodingOptions.recover`, as sentences. `Frames.warnings` tells what
    /// is broken inside of frames.
    public var warnings: [String] {
        switch source {
        case .file(_, let reader): reader.damage.map { [$0.message] } ?? []
        case .picture(let picture): picture.warnings
        }
    }

    /// The delay after each frame, in hundredths of a second, as the file says. Browsers show frames of 0 and 1 for
    /// 10.
    public var delays: [Int] { reader?.frames.map(\.delay) ?? [0] }

    /// A pass over the frames from the first to the last.
    ///
    /// ```swift
    /// var frames = try animation.frames()
    /// while let frame = try frames.next() { show(frame.image, for: frame.delay) }
    /// ```
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func frames() throws(ImageError) -> Frames {
        try Frames(self)
    }
}
