import HTTPTypes
import PostcardCore
import PostcardDisk
import PostcardImaging
import PostcardLibrary

/// Decodes single video frames with ffmpeg, a few at a time.
final class VideoFrames: Sendable {
    /// The approximate size in bytes of a frame: a JPEG of at most 1,920 pixels per side.
    static let byteCount = 4 << 20
    private static let quality = 92

    /// The files that have been checked; the value is true for videos.
    private let known = BoundedMemory<FileIdentity, Bool>()
    /// The permits for ffmpeg processes; each process uses a processor core.
    let permits: WeightedSemaphore

    /// - Parameter clock: the clock for the maximum waiting time.
    init(clock: any Clock<Duration> = ContinuousClock()) {
        permits = WeightedSemaphore(total: 2, of: .videos, queueLimit: 32, timeout: .seconds(30), clock: clock)
    }

    /// Returns true if the first bytes of a file are those of a video; reads each file at most once.
    func isVideo(_ identity: FileIdentity, _ file: borrowing OwnedDescriptor) -> Bool {
        if let known = known[identity] { return known }
        let isVideo = file.read(upTo: VideoContainer.headLength).map(VideoContainer.isVideo(head:)) ?? false
        known[identity] = isVideo
        return isVideo
    }

    /// Returns the JPEG of a representative frame of a video.
    ///
    /// - Throws: `HTTPError` with status 415 if no frame can be decoded or ffmpeg is missing; `ImageError`.
    func frame(of video: VideoFile) async throws -> [UInt8] {
        try await permits.with(1) {
            switch try await PosterFrame.find(in: video, by: .system) {
            case .success(let image): return try image.encoded(as: .jpeg(quality: Self.quality))
            case .failure(.missing):
                throw HTTPError(
                    .unsupportedMediaType, "The file is a video. Its frames require ffmpeg, which is not installed."
                )
            case .failure(.unreadable):
                throw HTTPError(.unsupportedMediaType, "The file is a video, and none of its frames can be decoded.")
            }
        }
    }
}
