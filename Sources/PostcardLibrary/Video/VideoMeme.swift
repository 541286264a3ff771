import PostcardFiles
package import PostcardImaging
package import PostcardMemes
package import SystemPackage

/// A meme of a video, coded by ffmpeg: the words are drawn once and laid on every frame.
///
/// Frames are turned upright and HDR becomes BT.709, as in posters, for that is what apps for memes show. Sound is kept as it is coded where
/// the container can hold it. Places, dates and names that the video tells are left out.
package struct VideoMeme: Sendable {
    /// The format of the result.
    package enum Format: String, Sendable, CaseIterable {
        case mp4, mov, gif, webp

        /// The format that a file name extension stands for.
        package init?(fileExtension name: String) {
            self.init(rawValue: name.lowercased() == "m4v" ? "mp4" : name.lowercased())
        }
    }

    /// The known facts of a file that was made.
    package struct Made: Sendable {
        /// The size of every frame.
        package let size: PixelSize
        /// One report per caption: those above, those on the video, those below.
        package let reports: [CaptionReport]
        /// Sentences.
        package var warnings: [String] = []
    }

    /// The captions and overlays, with the bytes of fonts and overlays filled in.
    package var meme: Meme
    /// The part of each frame that is kept, and the size.
    package var framing = MemeFile.Framing()
    /// Where the part that is kept begins, in seconds.
    package var start: Double?
    /// Where the part that is kept ends, in seconds of the whole video.
    package var stop: Double?
    /// `nil` for the video's own, or at most 15 in a GIF or WebP.
    package var framesPerSecond: Double?
    /// 1 to 100; `nil` for one at which nothing is seen of it.
    package var quality: Int?
    /// The limits of all frames of a GIF or WebP together.
    package var limits = DecodingLimits.default

    /// The longer side of a GIF or WebP unless a size is asked for.
    private static let movingPictureEdge = 480
    /// Frames a second of a GIF or WebP unless more are asked for.
    private static let movingPictureRate = 15.0

    /// Makes a meme of a whole video.
    package init(_ meme: Meme) { self.meme = meme }

    /// Writes the meme to a new file.
    ///
    /// - Parameters:
    ///   - file: the place of the result, in which there is nothing yet. What is there after an error is to be removed.
    ///   - format: of the result.
    /// - Returns: what is known of it.
    /// - Throws: `LibraryError` with code `unsupported` where ffmpeg is missing or cannot read or write it, `invalidValue` for a part that
    ///   the video does not have; `MemeError` as `Meme.lettering` does; `ImageError`; `CancellationError`.
    package func write(on path: FilePath, to file: FilePath, as format: Format) async throws -> Made {
        let name = path.lastComponent?.string ?? "the video"
        guard let frames = try MovingPictureFrames(of: path, named: name, limits: limits) else {
            return try await write(on: path, named: name, to: file, as: format)
        }
        var work = self
        work.meme = try meme.avoidingDetail(of: frames.animation, framing: framing, limits: limits)
        work.framesPerSecond = framesPerSecond ?? frames.rate
        let copy = PictureFile.temporaryPath(in: file.removingLastComponent())
        defer { _ = try? FileSystem.remove(copy) }
        try ImageWork.run {
            try PictureFile.write(MovingPNGWriter.bytes(of: frames.animation, onto: .white), to: copy, replacing: false)
        }
        return try await work.write(on: copy, named: name, to: file, as: format, lasting: frames.duration)
    }

    /// `duration` is that of the video in seconds, where its file does not tell it.
    private func write(
        on path: FilePath, named name: String, to file: FilePath, as format: Format, lasting duration: Double? = nil
    ) async throws -> Made {
        let video = try VideoFile(path)
        var facts: VideoFacts
        switch try await VideoFacts.read(video) {
        case .success(let known): facts = known
        case .failure(.missing): throw Self.missing
        case .failure(.unreadable(let reason)):
            throw LibraryError(
                .unsupported,
                "\(name) cannot be read as a video: \(reason). It may be damaged, or of a kind that this ffmpeg does not know."
            )
        }
        facts.duration = facts.duration ?? duration
        try check(facts, name)
        let clip = VideoClip(video: video, name: name, facts: facts, meme: self)
        switch format {
        case .mp4, .mov: return try await clip.writeVideo(to: file, container: format.rawValue)
        case .gif: return try await clip.writeFrames(to: file, as: .gif)
        case .webp: return try await clip.writeFrames(to: file, as: .webp(quality: quality ?? 80))
        }
    }

    static var missing: LibraryError {
        LibraryError(.unsupported, "Memes of videos need ffmpeg and ffprobe, which are not installed. Install ffmpeg.")
    }

    private func check(_ facts: VideoFacts, _ name: String) throws(LibraryError) {
        let (start, stop) = (start ?? 0, stop ?? .infinity)
        guard start < stop else {
            throw LibraryError(.invalidValue, "The part from second \(start) to second \(stop) has no frames.")
        }
        if let duration = facts.duration, start >= duration {
            throw LibraryError(
                .invalidValue,
                "\(name) is \((duration * 100).rounded() / 100) seconds long; nothing begins at \(start).")
        }
    }

    /// The part of a frame that is kept; `nil` for all of it.
    func crop(of size: PixelSize) -> PixelRect? {
        framing.crop.map { $0.rect(in: size) }.flatMap { rect in
            rect.x + rect.width <= size.width && rect.y + rect.height <= size.height ? rect : nil
        }
    }

    /// The size of frames before anything is drawn.
    func size(of source: PixelSize, isVideo: Bool) -> PixelSize {
        let kept = crop(of: source).map { PixelSize(width: $0.width, height: $0.height) } ?? source
        let usual = isVideo ? nil : Resize(into: .square(Self.movingPictureEdge))
        let size = (framing.resize ?? usual)?.size(for: kept) ?? kept
        // Colours of H.264 have half the resolution.
        return isVideo ? PixelSize(width: max(2, size.width & ~1), height: max(2, size.height & ~1)) : size
    }

    /// Frames a second of a GIF or WebP.
    func rate(of facts: VideoFacts) -> Double {
        min(100, framesPerSecond ?? min(Self.movingPictureRate, facts.frameRate ?? Self.movingPictureRate))
    }
}

/// The frames of a picture that moves, for a video: a WebP or PNG, which ffmpeg does not read or reads otherwise.
struct MovingPictureFrames {
    /// Frames a second that a video of one has at least and at most.
    private static let rates = 10.0...50

    let animation: AnimatedImage
    /// The delays as browsers show them, in milliseconds.
    private let delays: [Int]

    /// `nil` for videos, and for a GIF, which ffmpeg reads as we do.
    ///
    /// - Throws: `LibraryError` with code `unsupported` for a picture that stands still, or whose frames are not read; `ImageError`.
    init?(of path: FilePath, named name: String, limits: DecodingLimits) throws {
        let head = try PictureFile.head(of: path, count: VideoContainer.headLength)
        guard let format = ImageFormat(sniffing: head.span.bytes), format != .gif else { return nil }
        let bytes = try PictureFile.read(path, maximumBytes: limits.bytes)
        let options = DecodingOptions(limits: limits)
        guard let animation = try AnimatedImage.moving(bytes, to: .webp, options: options) else {
            throw LibraryError(
                .unsupported,
                AnimatedImage.warning(ofStillFrom: bytes, options: options).map { "\(name): \($0)" }
                    ?? "\(name) is a picture that stands still. Let the meme be a .jpg, .png or .webp, or make it of a picture that moves."
            )
        }
        self.animation = animation
        delays = animation.delays.map { $0 <= 10 ? 100 : $0 }
    }

    /// In seconds.
    var duration: Double { Double(delays.reduce(0, +)) / 1_000 }

    /// Frames a second of which each frame gets at least one.
    var rate: Double {
        min(Self.rates.upperBound, max(Self.rates.lowerBound, 1_000 / Double(delays.min() ?? 100)))
    }
}
