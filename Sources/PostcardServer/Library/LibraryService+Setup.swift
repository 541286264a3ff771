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

    /// - Returns: `nil` when there is no library.
    init?(
        _ library: Library?, _ configuration: ServerConfiguration, access: AccessRules, pixels: WeightedSemaphore,
        decoders: PictureDecoders, videos: WeightedSemaphore, makeSource: PhotoSourceMaker?,
        placeSource: (any PlaceSource)?,
        logger: Logger, environment: ServerEnvironment
    ) {
        guard let library else { return nil }
        self.library = library
        presence = LibraryPresence(library)
        self.access = access
        (self.pixels, self.decoders, self.videos) = (pixels, decoders, videos)
        self.makeSource = makeSource
        self.placeSource = placeSource
        placeTurns = WeightedSemaphore(
            total: 1, of: .places, queueLimit: Self.maximumWaitingForPlaces,
            timeout: .seconds(configuration.queueSeconds))
        let pool = NIOThreadPool(numberOfThreads: Self.threadCount)
        pool.start()
        threads = LibraryThreads(pool)
        let seconds = environment.secondsSince1970
        jobs = AlbumJobs(
            makeID: environment.makeID, now: { Date(timeIntervalSince1970: Double(seconds())) }
        ) { job, error in
            logger.error("job failed", metadata: ["job": "\(job)", "error": "\(error)"])
        }
        maximumUploadBytes = configuration.maximumUploadBytes
        admission = WeightedSemaphore(
            total: Self.maximumOperations, of: .library, queueLimit: configuration.queueLength,
            timeout: .seconds(configuration.queueSeconds))
        shares = WeightedSemaphore(
            total: 1, of: .shares, queueLimit: configuration.queueLength,
            timeout: .seconds(configuration.queueSeconds))
        heartbeat = .milliseconds(configuration.clientSeconds * 500)
    }

    /// Stops what runs.
    func end() {
        jobs.stopAll()
        // Nothing is left to do for a thread that does not end.
        threads.pool.shutdownGracefully { _ in }
    }
}
