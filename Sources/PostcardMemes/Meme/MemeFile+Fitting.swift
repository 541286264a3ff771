import PostcardCore
import PostcardImaging

extension MemeFile.Job {
    /// Makes a file that a service accepts. To stay under the size limit, the quality is reduced first, then the pixel size if the service
    /// allows several sizes, then the number of frames.
    ///
    /// Uses the job's format, metadata and crop. The size, motion and quality depend on what the service accepts. Without a crop, an opaque
    /// picture for an emoji or sticker is cropped to a square, because a padded picture would be a narrow strip.
    ///
    /// - Returns: the file. A warning reports frames that were dropped because the animation is too long.
    /// - Throws: the errors that ``run()`` throws, and `ImageError` with code `limitExceeded` if no attempt is small enough.
    package func run(for destination: MemeDestination) throws -> MemeFile {
        let animation = try base.animation(for: encoding.format, options: options)
        let isAnimated = (animation != nil || meme.isTimed) && destination.moving?.format == encoding.format
        let rule = destination.rule(moves: isAnimated)
        let size = animation?.size ?? base.header.size
        let crop = try crop(for: rule.shape, of: size)
        let frames = animation?.frameCount ?? MemeTimeline.maximumFrames
        // A still WebP made from an animation shows its first frame.
        for attempt in isAnimated ? rule.attempts(frames: frames) : [(scale: 1, frames: 1)] {
            var job = self
            job.keepsBlocks = false
            job.framing = rule.shape.framing(of: size, crop: crop, scale: attempt.scale)
            let most = rule.maximumFrames(of: job.framing.size(for: size)) ?? .max
            job.motion = MemeFile.Motion(maximumFrames: min(most, attempt.frames))
            if isAnimated { job.motion.maximumDuration = rule.milliseconds.map { .milliseconds($0) } }
            guard var file = try job.best(on: animation, moves: isAnimated, under: rule.bytes) else { continue }
            if !isAnimated, let lost = lostAnimationWarning(animation, for: destination) { file.warnings.append(lost) }
            if isAnimated {
                file.warnings += warnings(of: animation, limit: rule.milliseconds, for: destination)
            }
            return file
        }
        throw ImageError(
            .limitExceeded,
            "This meme exceeds the \(rule.bytes / 1_000) kB limit of \(destination.name) at any quality. Crop or replace the picture."
        )
    }

    /// Makes the frames of a video as an animated WebP with the best quality. A video encoder makes the result from it.
    ///
    /// - Parameter destination: the service that the video is for; `nil` for none.
    /// - Throws: the errors that ``run()`` throws.
    package func frames(for destination: MemeDestination? = nil) throws -> MemeFile {
        var job = self
        job.encoding = .webp(quality: 100)
        job.keepsBlocks = false
        let animation = try base.animation(for: .webp, options: options)
        let rule = destination?.video
        if let rule {
            let size = animation?.size ?? base.header.size
            job.framing = rule.shape.framing(of: size, crop: try crop(for: rule.shape, of: size))
            job.motion.maximumDuration = .seconds(rule.seconds.upperBound)
            if case .screen = rule.shape {
                // ffmpeg blurs the background, and enlarges long animations, in much less time.
                job.framing.box = nil
                let pixels = job.framing.size(for: size).area.multipliedClamped(by: animation?.frameCount ?? 1)
                if pixels > limits.pixels / 4 { job.framing.resize = nil }
            }
        }
        var file = try animation.map(job.animated(on:)) ?? job.animated()
        file.warnings += warnings(
            of: animation, limit: rule.map { Int($0.seconds.upperBound * 1_000) }, for: destination)
        return file
    }

    /// Returns a warning if frames are left out because an animation is longer than a service accepts. `limit` is in milliseconds.
    private func warnings(of animation: AnimatedImage?, limit: Int?, for destination: MemeDestination?) -> [String] {
        guard let animation, let limit, let destination, animation.delays.reduce(0, +) > limit else { return [] }
        return ["\(destination.name) accepts at most \(limit / 1_000) seconds; later frames are left out."]
    }

    /// Returns the job's crop, or the square with likely faces or the most detail if an opaque picture becomes an emoji or sticker. For
    /// animations, the first frame is measured.
    private func crop(for shape: MemeDestination.Shape, of size: PixelSize) throws -> MemeFile.Crop? {
        guard case .sticker = shape, framing.crop == nil, !padsStickers, size.width != size.height else {
            return framing.crop
        }
        var options = options
        options.resize = Resize(into: .square(DetailGrid.pictureSide))
        let small = try Image(decoding: base, options: options)
        guard small.isOpaque else { return nil }
        return .rect(Focus.subject.frame(of: .square(min(size.width, size.height)), in: size, showing: small))
    }

    /// Returns a warning if an animation becomes a still image in a file whose format supports animations.
    private func lostAnimationWarning(_ animation: AnimatedImage?, for destination: MemeDestination) -> String? {
        guard encoding.format.supportsAnimation else { return nil }
        let advice = destination.video.map { " To keep the animation, make a .\($0.fileExtension)." } ?? ""
        if let animation {
            return
                "\(destination.name) accepts only a still \(encoding.format.displayName), so the result shows only the "
                + "first of \(animation.frameCount) frames.\(advice)"
        }
        guard meme.isTimed else { return nil }
        return
            "Captions can appear over time only in an animation; for \(destination.name), all text is always visible.\(advice)"
    }

    /// Returns the best-quality file of at most `limit` bytes; `nil` if no quality is low enough.
    private func best(on animation: AnimatedImage?, moves: Bool, under limit: Int) throws -> MemeFile? {
        func file(_ index: Int) throws -> MemeFile {
            try ImageWork.checkpoint()
            var job = self
            job.encoding = try EncodingOptions(format: encoding.format, quality: Self.qualities[index])
                .withMetadata(encoding.metadata)
            return try animation.map(job.animated(on:)) ?? (moves ? job.animated() : job.still())
        }
        let first = try file(0)
        if first.bytes.count <= limit { return first }
        guard encoding.format == .webp || encoding.format == .jpeg else { return nil }
        var best: MemeFile?
        var indices = 1..<Self.qualities.count
        if first.bytes.count > limit * Self.hopelessRatio {
            // A search that finds nothing takes longer than an attempt at the lowest quality.
            let last = try file(indices.removeLast())
            guard last.bytes.count <= limit else { return nil }
            best = last
        }
        _ = try indices.partitioningIndex { index in
            let found = try file(index)
            guard found.bytes.count <= limit else { return false }
            best = found
            return true
        }
        return best
    }

    /// The size at the best quality, relative to the limit, above which a file is probably too large at every quality.
    private static let hopelessRatio = 3
    /// The qualities to try for a size limit. Below the lowest quality, text is not readable.
    private static let qualities = Array(stride(from: 90, through: 20, by: -5))
}

extension MemeDestination.Rule {
    /// The minimum number of frames in an animation.
    private static let minimumFrames = 4

    /// Returns the combinations of scale and number of frames to try for an animation of `frames` frames, in order.
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
