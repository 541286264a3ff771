import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// Videos made from animated memes.
extension Call<Responder> {
    /// The time limit for a video.
    private static var timeLimit: Duration { .seconds(60) }

    private var mediaTools: MediaTools { services.library?.library.mediaTools ?? .system }

    /// Returns the format of the video to make from a meme on a picture; `nil` to make a picture.
    ///
    /// - Throws: `HTTPError` with status 422 if a video is requested of a still meme, or 501 if ffmpeg is not installed; `ImageError`.
    func videoFormat(
        of specification: MemeSpecification, _ meme: Meme, on picture: OpenedPicture
    ) throws -> VideoMeme.Format? {
        let destination = specification.destination
        let rule = destination?.moving == nil ? destination?.video : nil
        guard specification.isVideo || rule != nil && !specification.isRecorded else { return nil }
        let options = DecodingOptions(limits: services.results.workshop.limits)
        guard try meme.isTimed || picture.animation(for: .gif, options: options) != nil else {
            guard specification.isVideo else { return nil }
            throw HTTPError.unprocessable(
                "The meme is a still image, and mp4 is for animated memes. Use another format.")
        }
        guard mediaTools.areInstalled else {
            throw HTTPError(
                .notImplemented, "This service can't make videos: ffmpeg is not installed.", .videosMissing)
        }
        return rule.flatMap { VideoMeme.Format(fileExtension: $0.fileExtension) } ?? .mp4
    }

    /// Returns an animated meme as a video.
    func video(
        of picture: MadePicture, as format: VideoMeme.Format, for destination: MemeDestination?
    ) async throws -> MadePicture {
        let workshop = services.results.workshop
        var work = VideoMeme(Meme(), tools: mediaTools, limits: workshop.limits)
        work.destination = destination
        work.timeLimit = Self.timeLimit
        return try await services.results.source.videos.permits.with(1) { [work] in
            // The encoder keeps several frames in memory.
            try await workshop.pixels.with(picture.size.area.multipliedClamped(by: 8)) {
                // Frames are decoded here, which takes too long for the threads of other requests.
                try await withTaskExecutorPreference(services.library?.changeThreads) {
                    MadePicture(
                        bytes: try await work.video(of: picture.bytes, as: format).bytes, size: picture.size,
                        reports: picture.reports, sources: picture.sources)
                }
            }
        }
    }
}
