import PostcardImaging

/// Draws a meme on the frames of an animation.
struct MemeAnimator {
    private let meme: Meme
    private let framing: MemeFile.Framing
    private let motion: MemeFile.Motion
    private let encoding: EncodingOptions
    private let limits: DecodingLimits
    private let pixelLimit: Int
    private let fonts: FontLibrary
    private var timed: TimedLettering?
    private var encoder: AnimationEncoder?
    private(set) var size = PixelSize.square(1)

    /// One report per caption.
    private(set) var reports: [CaptionReport] = []

    init(
        _ meme: Meme, framing: MemeFile.Framing, motion: MemeFile.Motion, encoding: EncodingOptions,
        limits: DecodingLimits, pixelLimit: Int, fonts: FontLibrary
    ) {
        self.meme = meme
        self.framing = framing
        self.motion = motion
        self.encoding = encoding
        self.limits = limits
        self.pixelLimit = pixelLimit
        self.fonts = fonts
    }

    /// Draws on the frames of an animation.
    ///
    /// - Returns: damage that was passed over.
    mutating func draw(on animation: AnimatedImage) throws -> [String] {
        let kept = motion.kept(of: animation.delays)
        var frames = try animation.frames()
        // Delays have 32 bits at most.
        let length = animation.delays.reduce(0, +)
        var index = 0
        var elapsed = 0
        while let frame = try frames.next() {
            try ImageWork.checkpoint()
            if let delay = kept[index] {
                let image = try framing.framed(frame.image)
                let visible = motion.visible(at: Double(index) / Double(animation.frameCount))
                let timeline = try timedLettering(on: image.size, length: length).timeline
                for piece in timeline?.pieces(from: elapsed, lasting: delay) ?? [(time: elapsed, delay: delay)] {
                    try append(image, at: piece.time, visible, delay: piece.delay, loopCount: animation.loopCount)
                }
                elapsed += delay
            }
            index += 1
        }
        let late = timed?.timeline?.warning(ofLength: length)
        return animation.warnings + frames.warnings + (late.map { [$0] } ?? [])
    }

    /// Draws on a picture that stands still, as often as something else is seen on it. The limits are for all frames together.
    mutating func draw(on image: Image) throws {
        guard let timeline = try timedLettering(on: image.size, length: nil).timeline else {
            for frame in motion.stillFrames() {
                try append(image, at: 0, motion.visible(at: frame.time), delay: frame.delay, loopCount: 0)
            }
            return
        }
        try limits.check(resultFrames: timeline.stillFrames.count, of: image.size)
        for frame in timeline.stillFrames { try append(image, at: frame.time, [], delay: frame.delay, loopCount: 0) }
    }

    /// The file.
    func finish() throws -> [UInt8] {
        guard let encoder else { throw ImageError(.damaged, "The file has no frame.") }
        return try encoder.finish()
    }

    private mutating func timedLettering(on size: PixelSize, length: Int?) throws -> TimedLettering {
        if let timed { return timed }
        let made = try TimedLettering(meme, on: size, length: length, pixelLimit: pixelLimit, fonts: fonts)
        timed = made
        return made
    }

    private mutating func append(
        _ image: Image, at time: Int, _ visible: [Bool], delay: Int, loopCount: Int?
    ) throws {
        try ImageWork.checkpoint()
        guard let lettering = try timed?.lettering(at: time, visible: visible) else { return }
        reports = lettering.reports
        let frame = try framing.padded(lettering.applied(to: image), pixelLimit: pixelLimit)
        if encoder == nil {
            size = frame.size
            try limits.check(result: size, as: encoding.format)
            encoder = try AnimationEncoder(size: size, loopCount: loopCount, encoding: encoding)
        }
        try encoder?.append(frame, delay: delay)
    }
}
