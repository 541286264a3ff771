import PostcardCore

/// A moving picture, kept as its file and decoded frame by frame, so that memory stays at a few frames however many
/// there are.
///
/// ```swift
/// let animation = try AnimatedImage(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(256))))
/// let thumbnail = try animation.encoded(as: .webp())
/// let gray = try animation.encoded { image, _ in image = try image.filtered(.grayscale()) }.bytes
/// ```
///
/// GIF, WebP and PNG (APNG) files can move. A picture that stands still, whatever its format, is an animation of one frame, so that a
/// caller who wants a GIF need not ask whether a file moves.
public struct AnimatedImage: Sendable {
    /// The source of the frames.
    enum Source: Sendable {
        /// A GIF file and what its headers say.
        case gif([UInt8], GIFReader)
        /// A file whose frames are stills of its format, and what its headers say.
        case stills([UInt8], StillFrames)
        /// The only frame, ready.
        case picture(DecodedImage)
    }

    let source: Source
    private(set) var options: DecodingOptions
    /// The size of every composed frame, upright, before it is resized.
    private let screen: PixelSize
    /// The size of every frame, after the resizing that the options ask for.
    public private(set) var size: PixelSize
    /// The delay after each frame, in milliseconds, as the file says. Browsers show frames of 10 and less for 100.
    public let delays: [Int]
    /// The number of repetitions after the first time: 0 for without end, `nil` when the file does not
    /// say, which means not at all.
    public let loopCount: Int?
    /// The damage of a file under `DecodingOptions.recover`, as sentences. `Frames.warnings` tells what
    /// is broken inside of frames.
    public let warnings: [String]

    /// Reads the headers of a GIF, WebP or PNG file that moves, all frames and no pixels; or decodes a picture that stands still.
    ///
    /// - Parameters:
    ///   - options: size, filter and limits; `DecodingLimits.pixels` holds for all frames together, as stored and as resized.
    ///     With `DecodingOptions.recover`, the frames before the damage are delivered and as much of a broken frame as can
    ///     be decoded.
    /// - Throws: `ImageError` with code `limitExceeded` when the frames are too many or together too large, `truncated` or
    ///   `damaged` with how much of the file is there, and as `DecodedImage` does for other formats.
    public init(decoding bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self.options = options
        try options.limits.check(byteCount: bytes.count)
        source = try bytes.span.bytes.withBuffer { (buffer) throws(ImageError) in
            if PictureSignature(buffer.bytes) == .gif {
                return .gif(bytes, try GIFReader(buffer, limits: options.limits, recovers: options.recover))
            }
            let file = try ImageFormat.open(buffer)
            if let frames = try StillFrames(file, in: buffer, options: options) { return .stills(bytes, frames) }
            return .picture(
                try ImageWork.step(.decoding) { () throws(ImageError) in
                    try DecodedImage(file, in: buffer, options: options)
                })
        }
        switch source {
        case .gif(_, let reader):
            screen = reader.screen
            (delays, loopCount) = (reader.frames.map { $0.delay * 10 }, reader.loopCount)
            warnings = reader.damage.map { [$0.message] } ?? []
        case .stills(_, let frames):
            screen = frames.orientation.uprightSize(of: frames.screen)
            (delays, loopCount) = (frames.frames.map(\.delay), frames.loopCount)
            warnings = frames.damage.map { [$0.message] } ?? []
        case .picture(let picture):
            (screen, size) = (picture.image.size, picture.image.size)
            (delays, loopCount, warnings) = ([0], nil, picture.warnings)
            return
        }
        size = screen
        try resize(options.resize)
    }

    private mutating func resize(_ resize: Resize?) throws(ImageError) {
        options.resize = resize
        size = resize?.size(for: screen) ?? screen
        try options.limits.check(size: size, frames: frameCount)
    }

    /// The same frames of a file that moves in another size.
    ///
    /// - Throws: `ImageError` with code `limitExceeded` when they are together too large.
    package func resized(_ resize: Resize?) throws(ImageError) -> AnimatedImage {
        var result = self
        try result.resize(resize)
        return result
    }

    /// The number of frames, at least 1.
    public var frameCount: Int { delays.count }

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

extension AnimatedImage {
    /// The animation in a file, if the file moves and a result in `format` can; otherwise `nil`.
    ///
    /// - Throws: `ImageError` as `init(decoding:options:)` does.
    package static func moving(
        _ bytes: [UInt8], to format: ImageFormat, options: DecodingOptions
    ) throws(ImageError) -> AnimatedImage? {
        guard format.canMove, mayMove(bytes) else { return nil }
        let animation = try AnimatedImage(decoding: bytes, options: options)
        return animation.frameCount > 1 ? animation : nil
    }

    /// `false` for a file that is known to stand still by its first bytes.
    package static func mayMove(_ bytes: [UInt8]) -> Bool {
        bytes.span.bytes.withBuffer(StillFrames.isAnimation)
    }
}

extension ImageFormat {
    /// `true` if Postcard writes files of this format that move.
    package var canMove: Bool { self == .gif || self == .webp }
}

extension AnimatedImage {
    /// Five sample frames, the first, the last, and three between them, for decisions made once per animation. All frames are decoded for them.
    ///
    /// - Parameter change: transforms each of them.
    /// - Returns: the results of `change`, in their order.
    /// - Throws: `ImageError` as ``Frames/next()`` does; what `change` throws.
    package func samples(_ change: (Image) throws -> Image) throws -> [Image] {
        let wanted = Set<Int>((0...4).map { $0 * (frameCount - 1) / 4 })
        var frames = try frames()
        var index = 0
        var samples: [Image] = []
        while let frame = try frames.next() {
            try ImageWork.checkpoint()
            if wanted.contains(index) { samples.append(try change(frame.image)) }
            index += 1
        }
        return samples
    }
}

extension AnimatedImage {
    /// A sentence that says which frames are lost when only the first one of a file is shown; `nil` when it has no others.
    package static func warning(ofStillFrom bytes: [UInt8], options: DecodingOptions) -> String? {
        guard mayMove(bytes), let animation = try? AnimatedImage(decoding: bytes, options: options),
            animation.frameCount > 1
        else { return warning(ofTrackIn: bytes) }
        return
            "This is the first of \(animation.frameCount) frames. GIF and WebP keep them: let the result be one of these."
    }

    /// AVIF and HEIC keep what moves in a track beside the picture that is read, and JPEG XL behind it.
    private static func warning(ofTrackIn bytes: [UInt8]) -> String? {
        guard let format = ImageFormat(sniffing: bytes.span.bytes), [.avif, .heic, .jxl].contains(format) else {
            return nil
        }
        if format == .jxl {
            guard bytes.span.bytes.withBuffer({ (try? JXLFile($0))?.moves }) == true else { return nil }
            return
                "This is the first frame of a JPEG XL file that moves. Its others are not read; make it a GIF or WebP first, by ffmpeg for example."
        }
        let count = bytes.span.bytes.withBuffer(HEIFSequence.frameCount)
        guard count > 1 else { return nil }
        return
            "This is the picture of an \(format.displayName) file that moves. Its \(count) frames are not read; make it a GIF or WebP first, by ffmpeg for example."
    }
}
