import HTTPTypes
import PostcardCore
import PostcardLibrary
import Synchronization
import SystemPackage

/// The conversion of videos to MP4 for all browsers, one at a time. It continues when the client disconnects, and later requests find the result.
final class PlayableVideos: Sendable {
    /// The state of a converted video.
    enum State: Sendable {
        case ready(FilePath)
        case underWay
    }

    private enum Work: Sendable {
        case running(Task<Void, Never>)
        case failed(HTTPError)
    }

    private let works = Mutex<[BlobHash: Work]>([:])
    /// The permit of the one running conversion, and the queue of up to 16.
    private let turns = WeightedSemaphore(total: 1, queueLimit: 16, refusal: .overloaded(.videos))

    /// Returns the state of a converted video, and starts the conversion where there is none.
    ///
    /// - Throws: `HTTPError` of a failed conversion, once; the next request starts it again.
    func version(of blob: BlobHash, in library: Library) throws -> State {
        if let path = try library.knownPlayableVideo(blob) {
            works.withLock { $0[blob] = nil }
            return .ready(path)
        }
        guard MediaTool.areInstalled else {
            throw HTTPError(
                .notImplemented, "Videos are coded for browsers by ffmpeg, which this service does not have.",
                .videosMissing)
        }
        return try works.withLock { works in
            switch works[blob] {
            case .failed(let error)?:
                works[blob] = nil
                throw error
            case .running?: break
            case nil: works[blob] = .running(Task { await self.make(blob, in: library) })
            }
            return .underWay
        }
    }

    /// Stops all conversions.
    func stopAll() {
        for case .running(let task) in works.withLock({ Array($0.values) }) { task.cancel() }
    }

    private func make(_ blob: BlobHash, in library: Library) async {
        do {
            _ = try await turns.with(1) { try await library.makePlayableVideo(blob) }
            works.withLock { $0[blob] = nil }
        } catch {
            let failure = error as? HTTPError ?? (error as? LibraryError).flatMap { HTTPError($0) }
            let unknown = HTTPError(.unsupportedMediaType, "The video cannot be coded for browsers.")
            works.withLock { $0[blob] = .failed(failure ?? unknown) }
        }
    }
}
