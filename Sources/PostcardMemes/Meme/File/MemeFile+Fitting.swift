package import PostcardImaging

extension MemeFile {
    /// Qualities that are tried for a limit of bytes. Below the last of them letters cannot be read.
    private static let qualities = [90, 85, 80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30, 25, 20]
    /// The fewest frames of a picture that moves.
    private static let fewestFrames = 4

    /// Makes a file that a place takes: of its shape and format, with the best quality, and then the most frames, that keep it under
    /// the limit of bytes.
    ///
    /// - Parameters:
    ///   - meme: the captions and overlays; the bytes of named fonts and overlays have to be filled in.
    ///   - bytes: the file of the base image.
    ///   - destination: the place.
    ///   - format: that of the place for stills, or for what moves.
    ///   - crop: the part of the base image that is kept; `nil` for all of it.
    ///   - metadata: the metadata of the result.
    ///   - limits: what the base image may cost.
    ///   - decoding: wraps the decoding of a base image that stands still.
    /// - Returns: the file.
    /// - Throws: as `init`, and `ImageError` with code `limitExceeded` when nothing makes it small enough.
    package static func fitting(
        _ meme: Meme, on bytes: [UInt8], for destination: MemeDestination, as format: ImageFormat,
        crop: Crop? = nil,
        metadata: Metadata = Metadata(), limits: DecodingLimits = .default,
        decoding: Decoding = { decode in try decode() }
    ) throws -> MemeFile {
        let animation = try AnimatedImage.moving(
            bytes, to: format, options: DecodingOptions(limits: limits))
        let moves = animation != nil && destination.moving?.format == format
        let limit = destination.rule(moves: moves).bytes
        func made(_ quality: Int, _ motion: Motion) throws -> MemeFile {
            // A WebP that stands still is made of the first frame of one that moves.
            var motion = motion
            if !moves { motion.maximumFrames = 1 }
            return try MemeFile(
                meme, on: bytes, framing: destination.framing(crop: crop), motion: motion,
                encoding: EncodingOptions(format: format, quality: quality).withMetadata(metadata),
                limits: limits, decoding: decoding)
        }
        var frames = animation?.frameCount ?? 1
        while true {
            let motion = Motion(maximumFrames: moves ? frames : nil)
            if let file = try best(
                under: limit, hasQuality: format == .webp || format == .jpeg, { try made($0, motion) })
            {
                return file
            }
            guard moves, frames > fewestFrames else { break }
            frames = max(fewestFrames, frames * 2 / 3)
        }
        throw ImageError(
            .limitExceeded,
            "\(destination.name) takes \(limit / 1_000) kB, and this meme has more however it is coded. Take a part of it, or another picture."
        )
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
