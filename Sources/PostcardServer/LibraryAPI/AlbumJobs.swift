import HTTPTypes
import Logging
import PlatformFoundation
import PostcardLibrary
import Synchronization

/// The album downloads of this service, running and ended.
final class AlbumJobs: Sendable {
    typealias Download =
        @Sendable (_ progress: @escaping @Sendable (AlbumProgress) -> Void) async throws -> Album

    private struct Entry {
        var job: AlbumJob
        var task: Task<Void, Never>?
    }

    /// The maximum number of running downloads; more would only compete for the connection to the provider.
    private static let maximumRunning = 8
    /// The maximum number of remembered jobs.
    private static let maximumKept = 200

    /// The jobs, oldest first.
    private let entries = Mutex<[Entry]>([])
    private let environment: ServerEnvironment
    private let logger: Logger

    /// - Parameter logger: the log that receives complete errors.
    init(_ environment: ServerEnvironment, _ logger: Logger) {
        self.environment = environment
        self.logger = logger
    }

    private var now: Date { Date(timeIntervalSince1970: Double(environment.secondsSince1970())) }

    /// Starts a download.
    ///
    /// - Throws: `HTTPError` with status 409 if a download for the pin is running, or 503 if too many downloads are running.
    func start(for pin: Pin.ID, _ download: @escaping Download) throws(HTTPError) -> AlbumJob {
        let job = AlbumJob(id: "job-\(environment.makeID())", pin: pin, began: now)
        try entries.withLock { (entries) throws(HTTPError) in
            let running = entries.map(\.job).filter { $0.state == .running }
            guard !running.contains(where: { $0.pin == pin }) else { throw .albumIsBusy }
            guard running.count < Self.maximumRunning else { throw .overloaded(.jobs) }
            if entries.count == Self.maximumKept,
                let oldest = entries.firstIndex(where: { $0.job.state != .running })
            {
                entries.remove(at: oldest)
            }
            entries.append(Entry(job: job))
        }
        let task = Task {
            do {
                let album = try await download { event in self.change(job.id) { $0.job.receive(event) } }
                change(job.id) { $0.job.end(as: album.state == .noneFound ? .noneFound : .done, at: now) }
            } catch is CancellationError {
                change(job.id) { $0.job.end(as: .stopped, at: now) }
            } catch {
                var problem = HTTPError(describing: error)
                if problem == .unknown { problem = Self.unknown }
                change(job.id) { $0.job.end(as: .failed, at: now, problem: problem.detail, problem.code) }
                logger.error("job failed", metadata: ["job": "\(job.id)", "error": "\(error)"])
            }
        }
        change(job.id) { $0.task = task }
        return job
    }

    /// Returns the current state of a job.
    ///
    /// - Throws: `HTTPError` with status 404 for an unknown job.
    func job(_ id: String) throws(HTTPError) -> AlbumJob {
        guard let entry = entries.withLock({ entries in entries.first { $0.job.id == id } }) else {
            throw HTTPError(.notFound, "Job not found. Finished jobs are removed after a while.")
        }
        return entry.job
    }

    /// Returns all jobs, newest first.
    func all() -> [AlbumJob] { entries.withLock { $0.reversed().map(\.job) } }

    /// Stops a running job.
    ///
    /// - Throws: `HTTPError` with status 404 for an unknown job.
    func stop(_ id: String) throws(HTTPError) {
        guard let entry = entries.withLock({ entries in entries.first { $0.job.id == id } }) else { throw .notFound }
        entry.task?.cancel()
    }

    /// Stops all running jobs.
    func stopAll() {
        for entry in entries.withLock({ $0 }) { entry.task?.cancel() }
    }

    private func change(_ id: String, _ body: (inout Entry) -> Void) {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.job.id == id }) else { return }
            body(&entries[index])
        }
    }

    private static let unknown = HTTPError(
        .internalServerError, "Internal error. The service's log contains details under the job's id.")
}
