import HTTPTypes
import PostcardCore
import PostcardLibrary
import Synchronization
import SystemPackage

/// The versions of videos for all browsers, which are coded one at a time. Coding goes on when the one who asked goes away: the next one who
/// asks finds it.
final class PlayableVideos: Sendable {
    /// The progress of a version.
    enum State: Sendable {
        case ready(FilePath)
        case underWay
    }

    private enum Work: Sendable {
        case running(Task<Void, Never>)
        case failed(HTTPError)
    }

    private let works = Mutex<[BlobHash: Work]>([:])
    /// Videos in work and waiting: more would not be seen today.
    private let turns = WeightedSemaphore(total: 1, queueLimit: 16, refusal: .overloaded(.videos))

    /// The version of a video; coding begins when it is not there.
    ///
    /// - Throws: `HTTPError` when the last attempt failed, once; the next question begins anew.
    func version(of blob: BlobHash, in library: Library) throws -> State {
        if let path = try library.knownPlayableVideo(blob) {
            works.withLock { $0[blob] = nil }
            return .ready(path)
        }
        guard Library.readsVideos else {
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

    /// Stops what runs.
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
