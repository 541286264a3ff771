import HTTPTypes
import Logging
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import Synchronization

/// The album downloads of this service, running and ended.
final class AlbumJobs: Sendable {
    typealias Download =
        @Sendable (_ progress: @escaping @Sendable (AlbumProgress) -> Void) async throws -> Album

    private struct Entry {
        var job: AlbumJob
        var task: Task<Void, Never>?
    }

    /// The largest number of running downloads; more would only share the connection to the provider.
    private static let maximumRunning = 8
    /// The largest number of jobs that are remembered.
    private static let maximumKept = 200

    /// The jobs, the oldest first.
    private let entries = Mutex<[Entry]>([])
    private let environment: ServerEnvironment
    private let logger: Logger

    /// - Parameter logger: receives errors in full.
    init(_ environment: ServerEnvironment, _ logger: Logger) {
        self.environment = environment
        self.logger = logger
    }

    private var now: Date { Date(timeIntervalSince1970: Double(environment.secondsSince1970())) }

    /// Starts a download.
    ///
    /// - Throws: `HTTPError` with status 409 when the pin has a running one, 503 when too many run.
    func start(for pin: String, _ download: @escaping Download) throws(HTTPError) -> AlbumJob {
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
            throw HTTPError(.notFound, "There is no job with this id. Finished ones are forgotten after a while.")
        }
        return entry.job
    }

    /// Returns all jobs, the newest first.
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
        .internalServerError, "Something went wrong here. The service's log says what, under the job's id.")
}

/// The progress of the download of an album.
struct AlbumJob: Sendable, Equatable, Encodable, Identifiable {
    enum State: String, Sendable, Encodable, CaseIterable {
        case running
        /// The album has the new photos.
        case done
        /// The provider has no photos of the place.
        case noneFound = "none-found"
        case failed
        /// The job was stopped; a new collection with the same request continues it.
        case stopped
    }

    let id: String
    let pin: String
    /// The path of the album.
    let album: String
    var state = State.running
    /// The number of photos of the new album; 0 while the provider is being searched.
    var count = 0
    /// The number of photos that are stored.
    var stored = 0
    /// The bytes of photos that were received.
    var bytes = 0
    /// The number of photos that could not be downloaded.
    var skipped = 0
    /// The message of the error that ended the job.
    var problem: String?
    var code: ErrorCode?
    let began: Date
    var ended: Date?

    /// The stored photos in the order of their arrival. They are in the index, so they can be shown before the album has them.
    private(set) var photos: [JSONValue] = []

    /// The received bytes of unfinished photos, by the ids of their provider.
    private var underWay: [NameKey: Int] = [:]

    static let schema = Schema.record([
        "id": Schema.string, "pin": Schema.id("pin"), "album": Schema.string,
        "state": Schema.choice(State.allCases.map(\.rawValue)),
        "count": Schema.integer, "stored": Schema.integer, "bytes": Schema.integer, "skipped": Schema.integer,
        "problem?": Schema.string,
        "code?": ErrorCode.schema,
        "began": Schema.moment, "ended?": Schema.moment,
    ])

    private enum CodingKeys: String, CodingKey {
        case id, pin, album, state, count, stored, bytes, skipped, problem, code, began, ended
    }

    init(id: String, pin: String, began: Date) {
        self.id = id
        self.pin = pin
        album = "/library/pins/\(pin)/album"
        self.began = began
    }

    /// Ends the job. `problem` is the message of the error that ended it.
    mutating func end(as state: State, at time: Date, problem: String? = nil, _ code: ErrorCode? = nil) {
        (self.state, ended, self.problem, self.code) = (state, time, problem, code)
    }

    /// Updates the job by an event of the download.
    mutating func receive(_ event: AlbumProgress) {
        switch event {
        case .chosen(let count, let alreadyStored):
            self.count = count
            stored = alreadyStored.count
            photos = alreadyStored.enumerated().map { Self.listing(of: $1, number: $0 + 1) }
        case .received(let photo, let bytes, _):
            self.bytes += bytes - (underWay[photo.id] ?? 0)
            underWay[photo.id] = bytes
        case .stored(let photo, _):
            stored += 1
            photos.append(Self.listing(of: photo, number: photos.count + 1))
            underWay[photo.remote.id] = nil
        case .skipped(let photo, _):
            skipped += 1
            bytes -= underWay.removeValue(forKey: NameKey(photo.id)) ?? 0
        }
    }
}

/// The stored photos of a job, as JSON.
extension AlbumJob {
    /// Returns a photo as JSON, with its number in the order of arrival, from 1.
    private static func listing(of photo: Photo, number: Int) -> JSONValue {
        [
            "number": .integer(number), "id": .text(photo.id), "width": .integer(photo.width),
            "height": .integer(photo.height), "thumbnail": .text(LibraryService.files(of: photo).thumbnail),
            "version": .text(photo.blob.version), "color": .text(photo.color.css),
        ]
    }

    static let photoSchema = Schema.record([
        "number": Schema.ordinal, "id": Schema.id("photo"), "width": Schema.integer,
        "height": Schema.integer, "thumbnail": Schema.string, "version": Schema.version, "color?": Schema.string,
    ]).described("A photo of a download that is in the library, from the moment on that it can be shown.")
}
