internal import PostcardImaging

/// Draws a meme on the frames of an animation.
struct MemeAnimator {
    private let meme: Meme
    private let framing: MemeFile.Framing
    private let motion: MemeFile.Motion
    private let encoding: EncodingOptions
    private let pixelLimit: Int
    private let fonts: FontLibrary
    private var drawn: (visible: [Bool], lettering: MemeLettering)?
    private var encoder: AnimationEncoder?
    private(set) var size = PixelSize.square(1)

    /// One report per caption.
    var reports: [CaptionReport] { drawn?.lettering.reports ?? [] }

    init(
        _ meme: Meme, framing: MemeFile.Framing, motion: MemeFile.Motion, encoding: EncodingOptions, pixelLimit: Int,
        fonts: FontLibrary
    ) {
        self.meme = meme
        self.framing = framing
        self.motion = motion
        self.encoding = encoding
        self.pixelLimit = pixelLimit
        self.fonts = fonts
    }

    /// Draws on the frames of an animation.
    ///
    /// - Returns: damage that was passed over.
    mutating func draw(on animation: AnimatedImage) throws -> [String] {
        let kept = motion.kept(of: animation.delays)
        var frames = try animation.frames()
        var index = 0
        while let frame = try frames.next() {
            try ImageWork.checkpoint()
            if let delay = kept[index] {
                let time = Double(index) / Double(animation.frameCount)
                try append(
                    try framing.framed(frame.image), at: time, delay: delay, loopCount: animation.loopCount)
            }
            index += 1
        }
        return animation.warnings + frames.warnings
    }

    /// Draws on those frames alone in which something under the lettering changes.
    ///
    /// - Returns: the file; `nil` when every frame has to be coded anew.
    mutating func patch(_ animation: AnimatedImage) throws -> AnimatedImage.Encoded? {
        guard meme.effect == nil, encoding.format == .gif, motion == MemeFile.Motion(), framing.keeps(animation.size)
        else { return nil }
        let lettering = try meme.lettering(on: animation.size, fonts: fonts, pixelLimit: pixelLimit)
        drawn = ([], lettering)
        guard framing.keeps(lettering.canvasSize) else { return nil }
        return try animation.encoded(
            patching: lettering.cells, canvas: lettering.canvasSize, origin: lettering.canvas.origin,
            drawing: lettering.applied(to:))
    }

    /// Draws on a picture that stands still, as often as something else is seen on it.
    mutating func draw(on image: Image) throws {
        for frame in motion.stillFrames() {
            try ImageWork.checkpoint()
            try append(image, at: frame.time, delay: frame.delay, loopCount: 0)
        }
    }

    /// The file.
    func finish() throws -> [UInt8] {
        guard let encoder else { throw ImageError(.damaged, "The file has no frame.") }
        return try encoder.finish()
    }

    private mutating func append(_ image: Image, at time: Double, delay: Int, loopCount: Int?) throws {
        let visible = motion.visible(at: time)
        let lettering: MemeLettering
        if let drawn, drawn.visible == visible {
            lettering = drawn.lettering
        } else {
            lettering = try meme.showing(visible).lettering(on: image.size, fonts: fonts, pixelLimit: pixelLimit)
            drawn = (visible, lettering)
        }
        let frame = try framing.padded(lettering.applied(to: image), pixelLimit: pixelLimit)
        if encoder == nil {
            size = frame.size
            encoder = try AnimationEncoder(size: size, loopCount: loopCount, encoding: encoding)
        }
        try encoder?.append(frame, delay: delay)
    }
}
