package import PostcardImaging

/// The frame that stands for a video of which there is nothing but a file.
package enum VideoPoster {
    /// The outcome of looking for a frame.
    package enum Outcome: Sendable {
        case found(Image)
        /// ffmpeg is not installed.
        case missing
        /// The file is no video that ffmpeg reads; the last thing that it said.
        case unreadable(String)
    }

    /// The number of first bytes that ``isVideo(head:)`` looks at.
    package static let headLength = VideoContainer.headLength

    /// `true` if a file begins as a video of a known container does.
    package static func isVideo(head: [UInt8]) -> Bool {
        ImageFormat(sniffing: head.span.bytes) == nil && VideoContainer.fileExtension(sniffing: head) != nil
    }

    /// The frame that shows best what a video is about, no larger than 1,920 pixels a side.
    ///
    /// - Throws: `CancellationError`.
    package static func frame(of video: VideoFile) async throws -> Outcome {
        switch try await VideoFacts.read(video) {
        case .unknown: return .missing
        case .notAVideo(let reason): return .unreadable(reason)
        case .facts(let facts):
            return switch try await PosterFrame(video: video, facts: facts).find() {
            case .found(let image): .found(image)
            case .missing: .missing
            case .unreadable(let reason): .unreadable(reason)
            }
        }
    }
}
