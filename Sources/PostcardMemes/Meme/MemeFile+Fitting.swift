package import PostcardImaging

extension MemeFile {
    /// Makes a file that a place takes: of its shape and format, and of the best quality, then the largest size where that is free, then
    /// the most frames that keep it under the limit of bytes.
    ///
    /// - Parameters:
    ///   - meme: the captions and overlays; the bytes of named fonts and overlays have to be filled in.
    ///   - bytes: the file of the base image.
    ///   - format: that of the place for stills, or for what moves.
    ///   - crop: the part of the base image that is kept; `nil` for all of it.
    ///   - metadata: the metadata of the result.
    ///   - limits: what the base image may cost.
    ///   - decoding: wraps the decoding of a base image that stands still.
    /// - Returns: the file. A warning tells of what is left out of a picture that lasts too long.
    /// - Throws: as `init`, and `ImageError` with code `limitExceeded` when nothing makes it small enough.
    package static func fitting(
        _ meme: Meme, on bytes: [UInt8], for destination: MemeDestination, as format: ImageFormat,
        crop: Crop? = nil,
        metadata: Metadata = Metadata(), limits: DecodingLimits = .default,
        decoding: Decoding = { decode in try decode() }
    ) throws -> MemeFile {
        let animation = try AnimatedImage.moving(bytes, to: format, options: DecodingOptions(limits: limits))
        let moves = animation != nil && destination.moving?.format == format
        let rule = destination.rule(moves: moves)
        let size = try animation?.size ?? ImageHeader(of: bytes.span.bytes).size
        let attempts = Attempt.all(for: rule, moves: moves, frames: animation?.frameCount ?? 1)
        for attempt in attempts {
            let framing = rule.framing(of: size, crop: crop, scale: attempt.scale)
            let most = rule.maximumFrames(of: framing.resize?.size(for: size) ?? size) ?? .max
            var motion = Motion(maximumFrames: min(most, attempt.frames))
            if moves { motion.maximumDuration = rule.milliseconds }
            let file = try best(under: rule.bytes, hasQuality: format == .webp || format == .jpeg) { quality in
                try MemeFile(
                    meme, on: bytes, framing: framing, motion: motion,
                    encoding: EncodingOptions(format: format, quality: quality).withMetadata(metadata),
                    limits: limits, decoding: decoding)
            }
            guard var file else { continue }
            if !moves, let lost = file.motionLost(of: meme, animation, for: destination) { file.warn(lost) }
            if let limit = motion.maximumDuration, let animation, animation.delays.reduce(0, +) > limit {
                file.warn("\(destination.name) takes \(limit / 1_000) seconds; what comes after them is left out.")
            }
            return file
        }
        throw ImageError(
            .limitExceeded,
            "\(destination.name) takes \(rule.bytes / 1_000) kB, and this meme has more however it is coded. Take a part of it, or another picture."
        )
    }

    /// A sentence if something that moves stands still in a file whose format could have kept it.
    private func motionLost(of meme: Meme, _ animation: AnimatedImage?, for destination: MemeDestination) -> String? {
        guard format.canMove else { return nil }
        if let animation {
            return
                "\(destination.name) takes a \(format.displayName) that stands still: this is the first of \(animation.frameCount) frames."
        }
        guard meme.hasTimes else { return nil }
        return
            "Words appear one after the other only on a picture that moves; here, for \(destination.name), all are seen at once."
    }

    /// Qualities that are tried for a limit of bytes. Below the last of them letters cannot be read.
    private static let qualities = [90, 85, 80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 25, 20]

    /// A share of the size, and a number of frames.
    private struct Attempt {
        var scale = 1.0
        var frames: Int

        /// The fewest frames of a picture that moves.
        private static let fewestFrames = 4

        static func all(for rule: MemeDestination.Rule, moves: Bool, frames: Int) -> [Attempt] {
            // A WebP that stands still is made of the first frame of one that moves.
            guard moves else { return [Attempt(frames: 1)] }
            var attempts = [Attempt(frames: min(frames, rule.frames ?? frames))]
            if case .within = rule.shape {
                for scale in [0.75, 0.5, 0.35] { attempts.append(Attempt(scale: scale, frames: attempts[0].frames)) }
            }
            var last = attempts[attempts.count - 1]
            while last.frames > fewestFrames {
                last.frames = max(fewestFrames, last.frames * 2 / 3)
                attempts.append(last)
            }
            return attempts
        }
    }

    /// The file of the best quality that has no more bytes than `limit`; `nil` when none has.
    private static func best(
        under limit: Int, hasQuality: Bool, _ made: (_ quality: Int) throws -> MemeFile
    ) throws -> MemeFile? {
        let first = try made(qualities[0])
        if first.bytes.count <= limit { return first }
        guard hasQuality else { return nil }
        var (low, high) = (1, qualities.count)
        var best: MemeFile?
        while low < high {
            try ImageWork.checkpoint()
            let middle = (low + high) / 2
            let file = try made(qualities[middle])
            if file.bytes.count <= limit {
                (best, high) = (file, middle)
            } else {
                low = middle + 1
            }
        }
        return best
    }
}
