import PostcardFiles
import PostcardImaging
import SystemPackage

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
        let head = try PictureFile.head(of: path, count: VideoMeme.headLength)
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
