import PostcardCore
import PostcardImaging

extension MemeFile.Job {
    /// Returns the file for a meme on an animated base image.
    func animated(on original: AnimatedImage) throws -> MemeFile {
        var (framing, animation) = (framing, original)
        // If the number of frames is limited, only the kept frames are resized.
        if framing.crop == nil, motion.maximumFrames == nil {
            animation = try original.resized(framing.resize)
            framing.resize = nil
        }
        let placed = try meme.avoidingDetail(of: animation, framing: framing, limits: limits, fonts: fonts)
        let kept = motion.keptDelays(of: animation.delays)
        // The sum can't overflow, because each delay fits in 32 bits.
        let length = animation.delays.reduce(0, +)
        var frames = try animation.frames()
        var writer: FrameWriter?
        var (index, elapsed) = (0, 0)
        while let frame = try frames.next() {
            try ImageWork.checkpoint()
            if let delay = kept[index] {
                let image = try framing.framed(frame.image, limits: limits)
                if writer == nil {
                    let loopCount = animation.loopCount
                    writer = try FrameWriter(self, placed, on: image.size, length: length, loopCount: loopCount)
                }
                let visible = motion.spans.map { $0.contains(Double(index) / Double(animation.frameCount)) }
                let timeline = writer?.lettering.timeline
                for piece in timeline?.pieces(from: elapsed, lasting: delay) ?? [(elapsed, delay)] {
                    try writer?.append(image, piece, visible)
                }
                elapsed += delay
            }
            index += 1
        }
        guard let writer else { throw ImageError(.damaged, "The file contains no frames.") }
        let late = writer.lettering.timeline?.warning(ofLength: length)
        return try writer.finish(warnings: animation.warnings + frames.warnings + (late.map { [$0] } ?? []))
    }

    /// Returns a lossy WebP made from a GIF, or a smaller file if the GIF of the same meme is smaller: the frames of that GIF without loss,
    /// or else the WebP at a lower quality.
    func noLargerThanGIF(_ file: MemeFile, on animation: AnimatedImage) throws -> MemeFile {
        guard base.header.format == .gif, encoding.format == .webp, !encoding.isLossless else { return file }
        var job = self
        job.encoding = .gif
        let gif = try job.animated(on: animation)
        guard gif.bytes.count < file.bytes.count else { return file }
        let exact = try AnimatedImage(decoding: gif.bytes, options: DecodingOptions(limits: limits)).encoded(
            as: .webp(quality: nil).withMetadata(encoding.metadata))
        var best = file
        if exact.bytes.count < file.bytes.count {
            best = self.file(exact.bytes, of: file.size, file.reports, warnings: [], file.coding)
            best.warnings = file.warnings
        }
        for quality in [75, 55, 35] where best.bytes.count > gif.bytes.count {
            job.encoding = .webp(quality: quality).withMetadata(encoding.metadata)
            let smaller = try job.animated(on: animation)
            if smaller.bytes.count < best.bytes.count { best = smaller }
        }
        return best
    }

    /// Returns the file for an animated meme on a still image. The image is repeated for each caption change. If the duration is limited,
    /// captions appear faster. The limits apply to all frames combined.
    func animated() throws -> MemeFile {
        let early = meme.avoidsDetail ? try memeOffDetailOfJPEG() : meme
        let picture = try picture()
        let placed = try early ?? meme.avoidingDetail(of: [picture], on: picture.size, fonts: fonts)
        let length = motion.maximumDuration?.inMilliseconds
        var writer = try FrameWriter(self, placed, on: picture.size, length: length, loopCount: 0)
        if let frames = writer.lettering.timeline?.stillFrames {
            let kept = motion.keptDelays(of: frames.map(\.delay)).sorted { $0.key < $1.key }
            try limits.check(resultFrames: kept.count, of: picture.size)
            for (number, (_, delay)) in kept.enumerated() {
                // The last frame of a group shows the most text.
                let next = number + 1 < kept.count ? kept[number + 1].key : frames.count
                try writer.append(picture, (frames[next - 1].time, delay), [])
            }
        } else {
            for frame in motion.stillFrames() { try writer.append(picture, (0, frame.delay), frame.visible) }
        }
        return try writer.finish(warnings: stillWarnings)
    }

    /// Draws and encodes the frames of the result.
    private struct FrameWriter {
        private let job: MemeFile.Job
        private let loopCount: Int?
        private var encoder: AnimationEncoder?
        private var size = PixelSize.square(1)
        var lettering: TimedLettering

        init(_ job: MemeFile.Job, _ meme: Meme, on size: PixelSize, length: Int?, loopCount: Int?) throws {
            self.job = job
            self.loopCount = loopCount
            lettering = try TimedLettering(
                meme, on: size, length: length, pixelLimit: job.pixelLimit, isolation: job.limits.isolation,
                fonts: job.fonts)
        }

        mutating func append(_ image: Image, _ piece: (time: Int, delay: Int), _ visible: [Bool]) throws {
            try ImageWork.checkpoint()
            let drawn = try lettering.lettering(at: piece.time, visible: visible).applied(to: image)
            let frame = try job.framing.padded(drawn, pixelLimit: job.pixelLimit)
            if encoder == nil {
                size = frame.size
                try job.limits.check(result: size, as: job.encoding.format)
                encoder = try AnimationEncoder(size: size, loopCount: loopCount, encoding: job.encoding)
            }
            try encoder?.append(frame, delay: piece.delay)
        }

        func finish(warnings: [String]) throws -> MemeFile {
            guard let bytes = try encoder?.finish() else { throw ImageError(.damaged, "The file contains no frames.") }
            return job.file(
                bytes, of: size, lettering.reports, warnings: warnings,
                .recompressed(job.keepsBlocks ? .format : .requested))
        }
    }
}
