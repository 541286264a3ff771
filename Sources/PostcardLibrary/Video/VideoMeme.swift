import PostcardFiles
package import PostcardImaging
package import PostcardMemes
package import SystemPackage

/// A meme made from a video, encoded by ffmpeg with the captions on every frame.
///
/// Frames are upright, and HDR is converted to BT.709, as meme apps expect. Sound is copied if the container supports it. Positions, dates
/// and names in the video's metadata are dropped.
package struct VideoMeme: Sendable {
    /// The format of the result.
    package enum Format: String, Sendable, CaseIterable {
        case mp4, mov, webm, gif, webp

        /// True for H.264 and VP9, which ffmpeg writes; false for pictures, which are drawn and encoded in this process.
        package var isVideo: Bool { self != .gif && self != .webp }

        /// Makes the format for a file extension; `nil` if it is unknown.
        package init?(fileExtension name: String) {
            self.init(rawValue: name.lowercased() == "m4v" ? "mp4" : name.lowercased())
        }
    }

    /// The properties of a result.
    package struct Made: Sendable {
        /// The size of every frame.
        package let size: PixelSize
        /// One report per caption, in this order: above, on and below the video.
        package let reports: [CaptionReport]
        /// The warnings as sentences.
        package var warnings: [String] = []
    }

    let tools: MediaTools
    /// The captions and overlays, with their fonts and pictures.
    package var meme: Meme
    /// The crop and size of the frames.
    package var framing = MemeFile.Framing()
    /// The start of the kept part in seconds; `nil` for the start of the video.
    package var start: Double?
    /// The end of the kept part in seconds from the start of the whole video; `nil` for the end of the video.
    package var stop: Double?
    /// The number of frames per second; `nil` for the frame rate of the video, limited to 15 in a GIF or WebP.
    package var framesPerSecond: Double?
    /// The quality, 1 to 100; `nil` for no visible loss.
    package var quality: Int?
    /// The service that a video is for, which has a rule for videos; `nil` for none. The rule sets the size and the maximum duration and
    /// number of bytes; only the crop in `framing` is used.
    package var destination: MemeDestination?
    /// The time limit for ffmpeg.
    package var timeLimit = MediaTool.videoTimeLimit
    /// True if the source is an animated picture, whose colors are RGB.
    var isPicture = false
    /// True if a transparent picture stays transparent.
    var keepsAlpha = false
    /// The limits for all frames of a GIF or WebP combined.
    package var limits: DecodingLimits

    /// Receives the finished fraction of the work, 0 to 1, several times a second.
    package var onProgress: (@Sendable (Double) -> Void)?

    /// The default length of the longer side of a GIF or WebP in pixels.
    private static let animationEdge = 480
    /// The default number of frames per second in a GIF or WebP.
    private static let animationRate = 15.0

    /// Makes a meme from a whole video, read and written by `tools`.
    package init(_ meme: Meme, tools: MediaTools, limits: DecodingLimits) {
        (self.meme, self.tools, self.limits) = (meme, tools, limits)
    }

    /// Writes the meme to a new file.
    ///
    /// - Parameter file: the path of the result, where no file may exist. After an error, the caller must remove the file.
    /// - Throws: `LibraryError` with code `unsupported` if ffmpeg is missing, or cannot read or write the video, `invalidValue` for a part
    ///   outside the video; the `MemeError` that `Meme.lettering` throws; `ImageError`; `CancellationError`.
    package func write(on path: FilePath, to file: FilePath, as format: Format) async throws -> Made {
        let name = path.lastComponent?.string ?? "the video"
        var work = self
        work.isPicture = try Self.isPicture(path)
        work.keepsAlpha = work.isPicture && format == .webm
        guard let frames = try AnimationFrames(of: path, named: name, limits: limits) else {
            return try await work.write(on: path, named: name, to: file, as: format)
        }
        work.meme = try meme.avoidingDetail(of: frames.animation, framing: framing, limits: limits)
        work.framesPerSecond = framesPerSecond ?? frames.rate
        let copy = PictureFile.temporaryPath(in: file.removingLastComponent())
        defer { _ = try? FileSystem.remove(copy) }
        try ImageWork.run {
            let bytes = try APNGWriter.bytes(of: frames.animation, onto: work.keepsAlpha ? nil : .white)
            try PictureFile.write(bytes, to: copy, replacing: false)
        }
        return try await work.write(on: copy, named: name, to: file, as: format, lasting: frames.duration)
    }

    /// Writes the meme made from a video file. `duration` is the duration in seconds if the file does not contain it.
    private func write(
        on path: FilePath, named name: String, to file: FilePath, as format: Format, lasting duration: Double? = nil
    ) async throws -> Made {
        let video = try VideoFile(path)
        var facts: VideoFacts
        switch try await VideoFacts.read(video, by: tools) {
        case .success(let known): facts = known
        case .failure(.missing): throw Self.missing
        case .failure(.unreadable(let reason)):
            throw LibraryError(
                .unsupported,
                "Can't read \(name) as a video: \(reason). The file may be damaged, or unsupported by ffmpeg."
            )
        }
        facts.duration = facts.duration ?? duration
        try check(facts, name)
        let (fitted, warnings) = format.isVideo ? fitted(to: facts) : (self, [])
        let clip = VideoClip(video: video, name: name, facts: facts, meme: fitted)
        var made =
            switch format {
            case .mp4, .mov, .webm: try await clip.writeVideo(to: file, as: format)
            case .gif: try await clip.writeFrames(to: file, as: .gif)
            case .webp: try await clip.writeFrames(to: file, as: .webp(quality: quality ?? 80))
            }
        made.warnings += warnings
        return made
    }

    static var missing: LibraryError {
        LibraryError(.unsupported, "Video memes need ffmpeg and ffprobe. Install ffmpeg.")
    }

    private func check(_ facts: VideoFacts, _ name: String) throws(LibraryError) {
        let (start, stop) = (start ?? 0, stop ?? .infinity)
        guard start < stop else {
            throw LibraryError(.invalidValue, "The part from \(start) to \(stop) seconds contains no frames.")
        }
        if let duration = facts.duration, start >= duration {
            throw LibraryError(
                .invalidValue,
                "\(name) is \((duration * 100).rounded() / 100) seconds long; the meme can't start at second \(start).")
        }
    }

    /// Returns the kept part of a frame; `nil` for the whole frame.
    func crop(of size: PixelSize) -> PixelRect? {
        framing.crop.map { $0.rect(in: size) }.flatMap { rect in
            rect.x + rect.width <= size.width && rect.y + rect.height <= size.height ? rect : nil
        }
    }

    /// Returns the size of the frames before anything is drawn.
    func size(of source: PixelSize, isVideo: Bool) -> PixelSize {
        let kept = crop(of: source).map { PixelSize(width: $0.width, height: $0.height) } ?? source
        let usual = isVideo ? nil : Resize(into: .square(Self.animationEdge))
        let size = (framing.resize ?? usual)?.size(for: kept) ?? kept
        // H.264 stores colors at half the resolution, so the width and height must be even.
        return isVideo ? PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1)) : size
    }

    /// True if a file starts with a picture's signature. (In an async function, Swift 6.3.1 can't compile the span.)
    private static func isPicture(_ path: FilePath) throws -> Bool {
        let head = try PictureFile.head(of: path, count: 64)
        return ImageFormat(sniffing: head.span.bytes) != nil
    }

    /// Returns the number of frames per second in a GIF or WebP.
    func rate(of facts: VideoFacts) -> Double {
        let most = destination.flatMap { $0.moving == nil ? $0.video?.framesPerSecond.upperBound : nil }
        return min(100, framesPerSecond ?? min(most ?? Self.animationRate, facts.frameRate ?? Self.animationRate))
    }
}

/// The frames of an animated WebP or PNG that a video is made from. ffmpeg does not read these formats as browsers do.
struct AnimationFrames {
    /// The range of frame rates, in frames per second, for a video made from an animation.
    private static let rates = 10.0...50

    let animation: AnimatedImage
    /// The delays in milliseconds as browsers apply them.
    private let delays: [Int]

    /// Reads an animation; `nil` for a video, and for a GIF, which ffmpeg reads correctly.
    ///
    /// - Throws: `LibraryError` with code `unsupported` for a still image, or for frames that cannot be read; `ImageError`.
    init?(of path: FilePath, named name: String, limits: DecodingLimits) throws {
        let head = try PictureFile.head(of: path, count: VideoContainer.headLength)
        guard let format = ImageFormat(sniffing: head.span.bytes), format != .gif else { return nil }
        let bytes = try PictureFile.read(path, maximumBytes: limits.bytes)
        let options = DecodingOptions(limits: limits)
        let picture = try OpenedPicture(bytes)
        guard let animation = try picture.animation(for: .webp, options: options) else {
            throw LibraryError(
                .unsupported,
                picture.warningAboutLostFrames(options: options).map { "\(name): \($0)" }
                    ?? "\(name) is a still image. Use .jpg, .png or .webp, or start from an animation."
            )
        }
        self.animation = animation
        delays = animation.delays.map { $0 <= 10 ? 100 : $0 }
    }

    /// The duration in seconds.
    var duration: Double { Double(delays.reduce(0, +)) / 1_000 }

    /// The frame rate within `rates`, in frames per second, that shows every frame of the animation at least once.
    var rate: Double {
        min(Self.rates.upperBound, max(Self.rates.lowerBound, 1_000 / Double(delays.min() ?? 100)))
    }
}
