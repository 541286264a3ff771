import PostcardCore
import PostcardImaging

extension MemeFile.Job {
    /// Makes a file that a service accepts: with the best quality below the size limit, then the largest pixel size if it is free, then the
    /// most frames.
    ///
    /// Uses the job's format, metadata and crop. Size, motion and quality are those that the service accepts. Without a crop, an opaque picture
    /// for an emoji or sticker is cropped to a square, because it would be a strip in it.
    ///
    /// - Returns: the file. A warning reports frames that are left out because the animation is too long.
    /// - Throws: the errors of ``run()``, and `ImageError` with code `limitExceeded` if no attempt is small enough.
    package func run(for destination: MemeDestination) throws -> MemeFile {
        let animation = try base.animation(for: encoding.format, options: options)
        let isAnimated = animation != nil && destination.moving?.format == encoding.format
        let rule = destination.rule(moves: isAnimated)
        let size = animation?.size ?? base.header.size
        let crop = try crop(for: rule, of: size)
        // A still WebP of an animation is made from its first frame.
        for attempt in isAnimated ? rule.attempts(frames: animation?.frameCount ?? 1) : [(scale: 1, frames: 1)] {
            var job = self
            job.keepsBlocks = false
            job.framing = rule.framing(of: size, crop: crop, scale: attempt.scale)
            let most = rule.maximumFrames(of: job.framing.size(for: size)) ?? .max
            job.motion = MemeFile.Motion(maximumFrames: min(most, attempt.frames))
            if isAnimated { job.motion.maximumDuration = rule.milliseconds.map { .milliseconds($0) } }
            guard var file = try job.best(on: animation, under: rule.bytes) else { continue }
            if !isAnimated, let lost = lostAnimationWarning(animation, for: destination) { file.warnings.append(lost) }
            if isAnimated, let limit = rule.milliseconds, let animation, animation.delays.reduce(0, +) > limit {
                file.warnings.append(
                    "\(destination.name) accepts \(limit / 1_000) seconds; later frames are left out.")
            }
            return file
        }
        throw ImageError(
            .limitExceeded,
            "This meme is larger than \(destination.name) accepts, \(rule.bytes / 1_000) kB, at any quality. Crop the picture, or use another one."
        )
    }

    /// The job's crop, or the square with the most detail of an opaque picture for an emoji or sticker. Animations have that of their first
    /// frame.
    private func crop(for rule: MemeDestination.Rule, of size: PixelSize) throws -> MemeFile.Crop? {
        guard case .sticker = rule.shape, framing.crop == nil, !padsStickers, size.width != size.height else {
            return framing.crop
        }
        var options = options
        options.resize = Resize(into: .square(DetailGrid.pictureSide))
        let small = try Image(decoding: base, options: options)
        guard small.isOpaque else { return nil }
        return .rect(Focus.detail.frame(of: .square(min(size.width, size.height)), in: size, showing: small))
    }

    /// A warning if an animation becomes a still image in a file whose format supports animations.
    private func lostAnimationWarning(_ animation: AnimatedImage?, for destination: MemeDestination) -> String? {
        guard encoding.format.supportsAnimation else { return nil }
        if let animation {
            return
                "\(destination.name) accepts only a still \(encoding.format.displayName): this is the first of \(animation.frameCount) frames."
        }
        guard meme.isTimed else { return nil }
        return
            "Captions can appear over time only in an animation; for \(destination.name), all text is always visible."
    }

    /// The file with the best quality that has at most `limit` bytes; `nil` if there is none.
    private func best(on animation: AnimatedImage?, under limit: Int) throws -> MemeFile? {
        func file(_ index: Int) throws -> MemeFile? {
            try ImageWork.checkpoint()
            var job = self
            job.encoding = try EncodingOptions(format: encoding.format, quality: Self.qualities[index])
                .withMetadata(encoding.metadata)
            let file = try animation.map(job.animated(on:)) ?? job.still()
            return file.bytes.count <= limit ? file : nil
        }
        if let file = try file(0) { return file }
        guard encoding.format == .webp || encoding.format == .jpeg else { return nil }
        var best: MemeFile?
        _ = try (1..<Self.qualities.count).partitioningIndex { index in
            guard let found = try file(index) else { return false }
            best = found
            return true
        }
        return best
    }

    /// The qualities that are tried for a size limit. Below the last one, text is not readable.
    private static let qualities = Array(stride(from: 90, through: 20, by: -5))
}

extension MemeDestination.Rule {
    /// The minimum number of frames of an animation.
    private static let minimumFrames = 4

    /// The fractions of the size and the numbers of frames to try one after the other for an animation. `frames` is its number of frames.
    fileprivate func attempts(frames: Int) -> [(scale: Double, frames: Int)] {
        var frames = min(frames, self.frames ?? frames)
        var scales = [1.0]
        if case .within = shape { scales += [0.75, 0.5, 0.35] }
        var attempts = scales.map { (scale: $0, frames: frames) }
        while frames > Self.minimumFrames {
            frames = max(Self.minimumFrames, frames * 2 / 3)
            attempts.append((scales[scales.count - 1], frames))
        }
        return attempts
    }
}
