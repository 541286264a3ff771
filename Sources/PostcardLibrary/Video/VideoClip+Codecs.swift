import PostcardFiles
import PostcardImaging
import PostcardMemes
import SystemPackage

/// The codecs, the bit rate and the shape of a video.
extension VideoClip {
    /// The maximum number of times that a video is encoded to stay below a number of bytes.
    private static let attempts = 5
    /// The bit rates of sound and of the container, and the maximum bit rate of a picture (Instagram's limit), in bits per second.
    private static let (soundRate, containerRate, maximumRate) = (128_000, 16_000, 25_000_000)

    /// Re-encodes the video with the captions on it, with fewer bits if the destination requires it.
    func writeVideo(to file: FilePath, as format: VideoMeme.Format) async throws -> VideoMeme.Made {
        guard let rule = meme.destination?.video else { return try await writeVideo(to: file, as: format, rate: nil) }
        var clip = self
        var rate = Self.rate(of: rule, seconds: duration ?? rule.seconds.upperBound)
        for attempt in 1...Self.attempts {
            let made = try await clip.writeVideo(to: file, as: format, rate: rate)
            guard let bytes = try FileSystem.status(of: file)?.size, bytes > rule.bytes else { return made }
            // Encoders exceed low bit rates, so the next attempt aims below the limit, and then has fewer frames.
            rate = rate / 10 * 8 * rule.bytes / bytes
            if attempt > 1 { clip.meme.framesPerSecond = clip.meme.framesPerSecond.map { $0 / 2 } }
        }
        throw LibraryError(
            .unsupported,
            "This meme exceeds the \(rule.bytes / 1_000) kB limit of the destination at any quality. Use a shorter part of it."
        )
    }

    /// Returns the maximum bit rate of the picture for a video of this duration.
    private static func rate(of rule: MemeDestination.VideoRule, seconds: Double) -> Int {
        let beside = containerRate + (rule.fileExtension == "webm" ? 0 : soundRate)
        return Int(max(20_000, min(Double(maximumRate), Double(rule.bytes) * 8 / max(0.1, seconds) - Double(beside))))
    }

    /// The constant rate factor of H.264: 20 by default, 16 for quality 100, at most 51. That of VP9 is 10 higher for the same quality.
    private var factor: Int { meme.quality.map { min(51, 16 + (100 - $0) * 4 / 10) } ?? 20 }

    /// Returns the arguments for the picture.
    func codecs(of format: VideoMeme.Format, rate: Int?) -> [String] {
        var arguments =
            meme.isPicture ? ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"] : []
        if let rule = meme.destination?.video { arguments += ["-t", "\(rule.seconds.upperBound)"] }
        if format == .webm {
            arguments += ["-c:v", "libvpx-vp9", "-crf", "\(factor + 10)", "-b:v", "\(rate ?? 0)", "-row-mt", "1"]
            // The reference frames that players don't show can't have transparency.
            return arguments + ["-cpu-used", "3"] + (meme.keepsAlpha ? ["-auto-alt-ref", "0"] : [])
        }
        arguments += ["-c:v", "libx264", "-crf", "\(factor)", "-movflags", "+faststart"]
        guard let rate else { return arguments }
        // Instagram accepts no edit lists, without which reordered frames would start late.
        return arguments + ["-maxrate", "\(rate)", "-bufsize", "\(rate)", "-bf", "0", "-use_editlist", "0"]
    }

    /// Returns the arguments for the sound, and the arguments for a second attempt.
    func sounds(of format: VideoMeme.Format) -> [[String]] {
        guard meme.destination == nil else {
            let sound = ["-c:a", "aac", "-b:a", "\(Self.soundRate)", "-ac", "2", "-ar", "48000"]
            return Array(repeating: format == .webm ? ["-an"] : sound, count: 2)
        }
        return [["-c:a", "copy"], ["-c:a", format == .webm ? "libopus" : "aac"]]
    }

    /// Returns the size of a result in the box of the framing, and the filters that fit a meme of `size` into it. The rest of the box shows
    /// the blurred meme, as in pictures.
    func boxing(_ size: PixelSize) -> (filters: String, size: PixelSize) {
        guard let box = meme.framing.box, size != box else { return ("", size) }
        let isFilled = meme.framing.rest != .none
        let fitted = Resize(into: box, enlarges: isFilled).size(for: size)
        let inner = PixelSize(width: max(2, fitted.width & ~1), height: max(2, fitted.height & ~1))
        let scale = "scale=\(inner.width):\(inner.height),setsar=1"
        guard isFilled else { return (inner == size ? "" : ",\(scale)", inner) }
        // The blur is that of pictures: a standard deviation of 50 pixels.
        let blur = "scale=\(box.width / 10):\(box.height / 10),gblur=sigma=5,scale=\(box.width):\(box.height),setsar=1"
        return (
            ",split[front][back];[back]\(blur)[blurred];[front]\(scale)[inner];"
                + "[blurred][inner]overlay=(W-w)/2:(H-h)/2:format=yuv420", box
        )
    }
}
