import PostcardCore
import PostcardImaging

extension MemeFile.Job {
    /// Makes a file that a place takes: of the best quality, then the largest size where that is free, then the most frames that keep it
    /// under the limit of bytes.
    ///
    /// Of the job, the format, which is the place's for stills or for what moves, the metadata and the crop are used; size, motion and
    /// quality are the place's.
    ///
    /// - Returns: the file. A warning tells of what is left out of a picture that lasts too long.
    /// - Throws: as ``run()``, and `ImageError` with code `limitExceeded` when nothing makes it small enough.
    package func run(for destination: MemeDestination) throws -> MemeFile {
        let animation = try base.animation(for: encoding.format, options: options)
        let moves = animation != nil && destination.moving?.format == encoding.format
        let rule = destination.rule(moves: moves)
        let size = animation?.size ?? base.header.size
        // A WebP that stands still is made of the first frame of one that moves.
        for attempt in moves ? rule.attempts(frames: animation?.frameCount ?? 1) : [(scale: 1, frames: 1)] {
            var job = self
            job.keepsBlocks = false
            job.framing = rule.framing(of: size, crop: framing.crop, scale: attempt.scale)
            let most = rule.maximumFrames(of: job.framing.size(for: size)) ?? .max
            job.motion = MemeFile.Motion(maximumFrames: min(most, attempt.frames))
            if moves { job.motion.maximumDuration = rule.milliseconds.map { .milliseconds($0) } }
            guard var file = try job.best(on: animation, under: rule.bytes) else { continue }
            if !moves, let lost = motionLost(animation, for: destination) { file.warnings.append(lost) }
            if moves, let limit = rule.milliseconds, let animation, animation.delays.reduce(0, +) > limit {
                file.warnings.append(
                    "\(destination.name) takes \(limit / 1_000) seconds; what comes after them is left out.")
            }
            return file
        }
        throw ImageError(
            .limitExceeded,
            "\(destination.name) takes \(rule.bytes / 1_000) kB, and this meme has more however it is coded. Take a part of it, or another picture."
        )
    }

    /// A warning if something that moves stands still in a file whose format could have kept it.
    private func motionLost(_ animation: AnimatedImage?, for destination: MemeDestination) -> String? {
        guard encoding.format.canMove else { return nil }
        if let animation {
            return
                "\(destination.name) takes a \(encoding.format.displayName) that stands still: this is the first of \(animation.frameCount) frames."
        }
        guard meme.hasTimes else { return nil }
        return
            "Words appear one after the other only on a picture that moves; here, for \(destination.name), all are seen at once."
    }

    /// The file of the best quality that has no more bytes than `limit`; `nil` when none has.
    private func best(on animation: AnimatedImage?, under limit: Int) throws -> MemeFile? {
        func file(_ index: Int) throws -> MemeFile? {
            try ImageWork.checkpoint()
            var job = self
            job.encoding = try EncodingOptions(format: encoding.format, quality: Self.qualities[index])
                .withMetadata(encoding.metadata)
            let file = try animation.map(job.moving(on:)) ?? job.still()
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

    /// Qualities that are tried for a limit of bytes. Below the last of them letters cannot be read.
    private static let qualities = Array(stride(from: 90, through: 20, by: -5))
}

extension MemeDestination.Rule {
    /// The minimum of frames of a picture that moves.
    private static let minimumFrames = 4

    /// Shares of the size and numbers of frames, to be tried one after the other for a picture that moves. `frames` are all of its frames.
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
