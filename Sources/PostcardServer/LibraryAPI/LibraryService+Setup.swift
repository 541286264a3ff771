import Logging
import NIOCore
import NIOPosix
import PlatformFoundation
import PostcardLibrary
import PostcardSources

extension LibraryService {
    /// Threads that wait for the disk; more than processors, since they mostly wait.
    private static let threadCount = max(4, System.coreCount)
    /// More would wait for longer than a person does.
    private static let maximumWaitingForPlaces = 5
    /// Operations at the same time; the threads take turns among them.
    private static let maximumOperations = 64

    /// The room and the sources that the library shares with the rest of the service.
    struct Surroundings {
        let pixels: WeightedSemaphore
        let decoders: PictureDecoders
        let videos: WeightedSemaphore
        let connections: ConnectionTable
        let makeSource: PhotoSourceMaker?
        let placeSource: (any PlaceSource)?
        let environment: ServerEnvironment
        let logger: Logger
    }

    /// - Parameters:
    ///   - maximumUploadBytes: of the largest file that is taken in.
    ///   - clientTime: for which a client may be silent.
    ///   - admission: makes a semaphore.
    ///   - requirePresence: refuses requests while the library is away.
    init(
        _ library: Library, isPublic: Bool, maximumUploadBytes: Int, clientTime: Duration, _ surroundings: Surroundings,
        admission: (_ resource: Overload, _ total: Int, _ queueLimit: Int?) -> WeightedSemaphore,
        requirePresence: @escaping @Sendable () throws(HTTPError) -> Void
    ) {
        (self.library, self.isPublic, self.requirePresence) = (library, isPublic, requirePresence)
        (pixels, decoders, videos) = (surroundings.pixels, surroundings.decoders, surroundings.videos)
        (makeSource, placeSource) = (surroundings.makeSource, surroundings.placeSource)
        connections = surroundings.connections
        placeTurns = admission(.places, 1, Self.maximumWaitingForPlaces)
        let pool = NIOThreadPool(numberOfThreads: Self.threadCount)
        pool.start()
        threads = LibraryThreads(pool)
        let (seconds, logger) = (surroundings.environment.secondsSince1970, surroundings.logger)
        jobs = AlbumJobs(
            makeID: surroundings.environment.makeID, now: { Date(timeIntervalSince1970: Double(seconds())) }
        ) { job, error in
            logger.error("job failed", metadata: ["job": "\(job)", "error": "\(error)"])
        }
        self.maximumUploadBytes = maximumUploadBytes
        self.admission = admission(.library, Self.maximumOperations, nil)
        shares = admission(.shares, 1, nil)
        heartbeat = clientTime / 2
    }

    /// Stops what runs.
    func end() {
        jobs.stopAll()
        // Nothing is left to do for a thread that does not end.
        threads.pool.shutdownGracefully { _ in }
    }
}
