internal import Logging
internal import NIOCore
internal import NIOPosix
internal import PostcardLibrary
internal import SystemPackage

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension LibraryService {
    /// Threads that wait for the disk; more than processors, since they mostly wait.
    private static let threadCount = max(4, System.coreCount)
    /// Operations at the same time; the threads take turns among them.
    private static let mostOperations = 64

    /// Opens the library.
    ///
    /// - Returns: `nil` when the settings name none.
    /// - Throws: `ServeError` when it cannot be opened.
    init?(
        _ configuration: ServerConfiguration, access: AccessRules, pixels: Admission, makeSource: PhotoSourceMaker?,
        logger: Logger, environment: ServerEnvironment
    ) throws(ServeError) {
        guard !configuration.library.isEmpty else { return nil }
        do throws(LibraryError) {
            library = try Library(directory: FilePath(configuration.library))
        } catch {
            throw ServeError(.badFolder, "The library \(configuration.library) cannot be opened: \(error.message)")
        }
        self.access = access
        self.pixels = pixels
        self.makeSource = makeSource
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
        admission = Admission(
            total: Self.mostOperations, queueLimit: configuration.queueLength,
            patience: .seconds(configuration.queueSeconds))
        heartbeat = .milliseconds(configuration.clientSeconds * 500)
    }

    /// Stops what runs.
    func end() {
        jobs.stopAll()
        // Nothing is left to do for a thread that does not end.
        threads.pool.shutdownGracefully { _ in }
    }
}
