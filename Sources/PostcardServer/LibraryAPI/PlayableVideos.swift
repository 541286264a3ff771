import HTTPTypes
import PostcardCore
import PostcardLibrary
import Synchronization
import SystemPackage

/// Converts videos to MP4 for all browsers, one at a time. A conversion continues if the client disconnects, and later requests find its
/// result.
final class PlayableVideos: Sendable {
    /// The state of a converted video.
    enum State: Sendable {
        case ready(FilePath)
        case underWay
    }

    private enum Conversion: Sendable {
        case running(Task<Void, Never>)
        case failed(HTTPError)
    }

    private let conversions = Mutex<[BlobHash: Conversion]>([:])
    /// The permit for the running conversion, and the queue of up to 16.
    private let turns = WeightedSemaphore(total: 1, queueLimit: 16, refusal: .overloaded(.videos))

    /// Returns the state of a converted video, and starts the conversion if there is none.
    ///
    /// - Throws: the `HTTPError` from a failed conversion, but only once: the next request starts the conversion again.
    func state(of blob: BlobHash, in library: Library) throws -> State {
        if let path = try library.cachedPlayableVideo(blob) {
            conversions.withLock { $0[blob] = nil }
            return .ready(path)
        }
        guard library.mediaTools.areInstalled else {
            throw HTTPError(
                .notImplemented, "This service can't convert videos: ffmpeg is not installed.",
                .videosMissing)
        }
        return try conversions.withLock { conversions in
            switch conversions[blob] {
            case .failed(let error)?:
                conversions[blob] = nil
                throw error
            case .running?: break
            case nil: conversions[blob] = .running(Task { await self.make(blob, in: library) })
            }
            return .underWay
        }
    }

    /// The running and waiting conversions.
    var running: [Task<Void, Never>] {
        conversions.withLock { conversions in
            conversions.values.compactMap { if case .running(let task) = $0 { task } else { nil } }
        }
    }

    /// Stops all conversions.
    func stopAll() { running.forEach { $0.cancel() } }

    private func make(_ blob: BlobHash, in library: Library) async {
        do {
            _ = try await turns.with(1) { try await library.makePlayableVideo(blob) }
            conversions.withLock { $0[blob] = nil }
        } catch {
            let failure = HTTPError(describing: error)
            let unknown = HTTPError(.unsupportedMediaType, "The video can't be converted for browsers.")
            conversions.withLock { $0[blob] = .failed(failure == .unknown ? unknown : failure) }
        }
    }
}
