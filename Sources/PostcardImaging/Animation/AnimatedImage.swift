import PostcardCore

/// An animation that is decoded frame by frame, so that only a few frames are in memory at a time.
///
/// ```swift
/// let options = DecodingOptions(resize: Resize(into: .square(256)))
/// let animation = try AnimatedImage(OpenedPicture(bytes), options: options)
/// let thumbnail = try animation.encoded(as: .webp()) { _, _ in }
/// let gray = try animation.encoded { image, _ in image = try image.filtered(.grayscale()) }
/// ```
///
/// GIF, WebP and PNG (APNG) files can be animated. A still image in any format is an animation of one frame.
public struct AnimatedImage: Sendable {
    /// The source of the frames.
    enum Source: Sendable {
        /// A GIF file and its parsed headers.
        case gif([UInt8], GIFReader)
        /// A file whose frames are still images in its format, and its parsed headers.
        case stills([UInt8], StillFrames)
        /// A decoded still image, which is the only frame.
        case picture(DecodedImage)

        init(
            _ file: any ImageFile, in buffer: UnsafeRawBufferPointer, of bytes: [UInt8], options: DecodingOptions
        ) throws(ImageError) {
            if file.header.format == .gif {
                self = try Source(gif: bytes, buffer, options: options)
            } else if let frames = try StillFrames(file, in: buffer, options: options) {
                self = .stills(bytes, frames)
            } else {
                self = .picture(
                    try ImageWork.step(.decoding) { () throws(ImageError) in
                        try DecodedImage(file, in: buffer, options: options)
                    })
            }
        }

        init(gif bytes: [UInt8], _ buffer: UnsafeRawBufferPointer, options: DecodingOptions) throws(ImageError) {
            self = .gif(bytes, try GIFReader(buffer, limits: options.limits, recovers: options.toleratesDamage))
        }
    }

    let source: Source
    private(set) var options: DecodingOptions
    /// The upright size of every composited frame, before resizing.
    private let screen: PixelSize
    /// The size of every frame after resizing as the options specify.
    public private(set) var size: PixelSize
    /// The duration of each frame in the file, in milliseconds.
    package let delays: [Int]
    /// The number of repetitions after the first playback; 0 means endless, and `nil` means none or not specified.
    package let loopCount: Int?
    /// The tolerated damage in the file, as sentences. Damage within frames is found only when the frames are decoded;
    /// ``EncodedPicture/warnings`` contains both kinds.
    public let warnings: [String]

    /// Reads the headers of all frames of an animated GIF, WebP or PNG file, or decodes a still image.
    ///
    /// - Parameter options: the size, the filter and the limits. ``DecodingLimits/pixels`` applies to all frames together, both as stored
    ///   and as resized.
    /// - Throws: `ImageError` with code `limitExceeded` if there are too many frames or pixels in total, or `truncated` or `damaged`
    ///   for a broken file. Other formats have the same errors as ``DecodedImage``.
    public init(_ picture: OpenedPicture, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        try options.limits.check(byteCount: picture.bytes.count)
        let source = try picture.withFile { (file, buffer) throws(ImageError) in
            try Source(file, in: buffer, of: picture.bytes, options: options)
        }
        try self.init(source, options: options)
    }

    /// Opens a file, and reads the headers of its frames as ``init(_:options:)`` does.
    ///
    /// - Throws: the `ImageError`s from ``init(_:options:)`` and ``OpenedPicture/init(_:)``.
    package init(decoding bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        try options.limits.check(byteCount: bytes.count)
        let source = try bytes.span.bytes.withBuffer { (buffer) throws(ImageError) in
            // All headers of a GIF are read together with its frames, so the file need not be opened first.
            try PictureSignature(buffer.bytes) == .gif
                ? Source(gif: bytes, buffer, options: options)
                : Source(ImageFormat.open(buffer), in: buffer, of: bytes, options: options)
        }
        try self.init(source, options: options)
    }

    private init(_ source: Source, options: DecodingOptions) throws(ImageError) {
        self.source = source
        self.options = options
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

    /// Returns the same frames of an animated file at another size.
    ///
    /// - Throws: `ImageError` with code `limitExceeded` if the frames have too many pixels in total.
    package func resized(_ resize: Resize?) throws(ImageError) -> AnimatedImage {
        var result = self
        try result.resize(resize)
        return result
    }

    /// The duration of each frame in the file, in whole milliseconds. There is at least one frame. Browsers show frames of 10 milliseconds
    /// or less for 100 milliseconds.
    public var durations: [Duration] { delays.map { .milliseconds($0) } }

    /// The number of repetitions; ``Repetition/none`` if the file does not specify it.
    public var repetition: Repetition { Repetition(loopCount: loopCount) }

    /// The number of frames, at least 1.
    package var frameCount: Int { delays.count }

    /// Returns a pass over the frames from the first to the last.
    ///
    /// ```swift
    /// var frames = try animation.frames()
    /// while let frame = try frames.next() { show(frame.image, for: frame.delay) }
    /// ```
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    package func frames() throws(ImageError) -> Frames {
        try Frames(self)
    }
}

extension AnimatedImage {
    /// Calls `body` for each frame, from the first to the last. A canceled task in ``MemoryBudget/run(_:_:)`` stops before the next frame.
    ///
    /// - Throws: any error that `body` throws; `ImageError` with code `damaged` if a frame can't be decoded and
    ///   ``DecodingOptions/toleratesDamage`` is false, or `outOfMemory`.
    public func forEachFrame(_ body: (Frame) throws -> Void) throws {
        var frames = try frames()
        while let frame = try frames.next() {
            try ImageWork.checkpoint()
            try body(frame)
        }
    }
}

extension ImageFormat {
    /// True if Postcard writes animated files in this format.
    package var supportsAnimation: Bool { self == .gif || self == .webp }
}

extension AnimatedImage {
    /// Returns results for at most five sample frames: the first, the last, and three between them. Use the results for decisions that are
    /// made once per animation. All frames are decoded.
    ///
    /// - Parameter change: transforms each sample frame.
    /// - Returns: the results of `change`, in frame order.
    /// - Throws: the `ImageError`s from ``Frames/next()``; any error that `change` throws.
    package func samples(_ change: (Image) throws -> Image) throws -> [Image] {
        let wanted = Set<Int>((0...4).map { $0 * (frameCount - 1) / 4 })
        var index = 0
        var samples: [Image] = []
        try forEachFrame { frame in
            if wanted.contains(index) { samples.append(try change(frame.image)) }
            index += 1
        }
        return samples
    }
}
