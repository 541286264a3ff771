import HTTPTypes
import PostcardCore
import PostcardDisk
import PostcardImaging
import PostcardLibrary

/// Frames of videos, which ffmpeg decodes, a few at a time.
final class VideoFrames: Sendable {
    /// The room that a frame is counted with: JPEG of at most 1,920 pixels a side, about.
    static let byteCount = 4 << 20
    private static let quality = 92

    /// Knowledge of which files are videos.
    private let known = BoundedMemory<FileIdentity, Bool>()
    /// Each run of ffmpeg has a core for itself, and the pictures have the others.
    let permits = WeightedSemaphore(total: 2, of: .videos, queueLimit: 32, timeout: .seconds(30))

    /// `true` if a file begins as a video does. It is read at most once.
    func isVideo(_ identity: FileIdentity, _ file: borrowing OwnedDescriptor) -> Bool {
        if let known = known[identity] { return known }
        let isVideo = file.read(upTo: VideoContainer.headLength).map(VideoPoster.isVideo(head:)) ?? false
        known[identity] = isVideo
        return isVideo
    }

    /// The file of a frame that shows what a video is about.
    ///
    /// - Throws: `HTTPError` with status 415 when there is none, or nothing to decode it with; `ImageError`.
    func frame(of video: VideoFile) async throws -> [UInt8] {
        try await permits.with(1) {
            switch try await VideoPoster.frame(of: video) {
            case .success(let image): return try image.encoded(.jpeg(quality: Self.quality))
            case .failure(.missing):
                throw HTTPError(
                    .unsupportedMediaType, "This is a video, and ffmpeg, which frames are taken with, is not installed."
                )
            case .failure(.unreadable):
                throw HTTPError(.unsupportedMediaType, "This is a video, and no frame of it can be read.")
            }
        }
    }
}
