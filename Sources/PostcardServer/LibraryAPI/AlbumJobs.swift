import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources
import Synchronization

/// The downloads of albums that this service has begun.
final class AlbumJobs: Sendable {
    typealias Download =
        @Sendable (_ report: @escaping @Sendable (AlbumProgress) -> Void) async throws -> Album

    private struct Entry {
        var job: AlbumJob
        var task: Task<Void, Never>?
        var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    }
    private struct State {
        var entries: [String: Entry] = [:]
        /// Ids, the oldest first.
        var order: [String] = []
        var nextListener: UInt64 = 0
    }

    /// More at the same time would only share the line to the source.
    private static let maximumRunning = 8
    /// So many are remembered.
    private static let maximumKept = 200

    private let state = Mutex(State())
    private let makeID: @Sendable () -> String
    private let now: @Sendable () -> Date
    private let log: @Sendable (_ job: String, any Error) -> Void

    /// `log` is called with errors in full.
    init(
        makeID: @escaping @Sendable () -> String, now: @escaping @Sendable () -> Date,
        log: @escaping @Sendable (_ job: String, any Error) -> Void
    ) {
        self.makeID = makeID
        self.now = now
        self.log = log
    }

    /// Begins a download.
    ///
    /// - Throws: `HTTPError` with status 409 when one of the same pin runs, 503 when there are too many.
    func start(for pin: String, _ download: @escaping Download) throws(HTTPError) -> AlbumJob {
        let job = AlbumJob(id: "job-\(makeID())", pin: pin, began: now())
        let httpError: HTTPError? = state.withLock { state in
            let running = state.entries.values.filter { $0.job.state == .running }
            if running.contains(where: { $0.job.pin == pin }) {
                return HTTPError(.conflict, "The album is being downloaded by this service.", retryAfter: 5)
            }
            guard running.count < Self.maximumRunning else { return .overloaded(.jobs) }
            state.entries[job.id] = Entry(job: job)
            state.order.append(job.id)
            while state.order.count > Self.maximumKept,
                let index = state.order.firstIndex(where: { state.entries[$0]?.job.state != .running })
            {
                state.entries[state.order.remove(at: index)] = nil
            }
            return nil
        }
        if let httpError { throw httpError }
        let task = Task { [weak self] in
            do {
                let album = try await download { [weak self] event in self?.change(job.id) { $0.receive(event) } }
                self?.end(job.id, .success(album))
            } catch {
                self?.end(job.id, .failure(error))
            }
        }
        state.withLock { $0.entries[job.id]?.task = task }
        return job
    }

    /// A job as it is now.
    ///
    /// - Throws: `HTTPError.notFound`.
    func job(_ id: String) throws(HTTPError) -> AlbumJob {
        guard let job = state.withLock({ $0.entries[id]?.job }) else {
            throw HTTPError(.notFound, "There is no job with this id. Finished ones are forgotten after a while.")
        }
        return job
    }

    /// All jobs, the newest first.
    func all() -> [AlbumJob] {
        state.withLock { state in state.order.reversed().compactMap { state.entries[$0]?.job } }
    }

    /// Stops a job that runs.
    func stop(_ id: String) throws(HTTPError) {
        guard let entry = state.withLock({ $0.entries[id] }) else { throw .notFound }
        entry.task?.cancel()
    }

    /// Stops all jobs.
    func stopAll() {
        for entry in state.withLock({ Array($0.entries.values) }) { entry.task?.cancel() }
    }

    /// Tells whenever a job has changed, several changes at once to one who is slow; ends with the job.
    func changes(of id: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listener: UInt64? = state.withLock { state in
            guard state.entries[id]?.job.state == .running else { return nil }
            state.nextListener += 1
            state.entries[id]?.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        guard let listener else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.entries[id]?.listeners.removeValue(forKey: listener) }
        }
        return stream
    }

    private func change(_ id: String, _ body: (inout AlbumJob) -> Void) {
        let listeners = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            guard var entry = state.entries[id] else { return [] }
            body(&entry.job)
            state.entries[id] = entry
            return Array(entry.listeners.values)
        }
        listeners.forEach { $0.yield() }
    }

    private func end(_ id: String, _ outcome: Result<Album, any Error>) {
        let time = now()
        change(id) { job in
            job.ended = time
            switch outcome {
            case .success(let album): job.state = album.state == .noneFound ? .noneFound : .done
            case .failure(is CancellationError): job.state = .stopped
            case .failure(let error):
                job.state = .failed
                job.problem = Self.problem(error)
            }
        }
        if case .failure(let error) = outcome, !(error is CancellationError) { log(id, error) }
        let listeners = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            let listeners = state.entries[id].map { Array($0.listeners.values) } ?? []
            state.entries[id]?.listeners = [:]
            state.entries[id]?.task = nil
            return listeners
        }
        listeners.forEach { $0.finish() }
    }

    private static func problem(_ error: any Error) -> String {
        let httpError =
            switch error {
            case let error as SourceError: HTTPError(error)
            case let error as LibraryError: HTTPError(error)
            default: nil as HTTPError?
            }
        return httpError?.detail ?? "Something went wrong here. The service's log says what, under the job's id."
    }
}

/// The progress of the download of an album.
struct AlbumJob: Sendable, Encodable, Identifiable {
    enum State: String, Sendable, Encodable {
        case running
        /// The album shows the new photos.
        case done
        /// The source has no photos of this place.
        case noneFound = "none-found"
        case failed
        /// It was stopped; a new collection with the same request goes on.
        case stopped
    }

    let id: String
    let pin: String
    /// The address of the album.
    let album: String
    var state = State.running
    /// Photos that the album is to have; 0 while they are sought.
    var count = 0
    /// Photos that are there.
    var stored = 0
    /// Bytes of photos that have come.
    var bytes = 0
    /// Photos that could not be had.
    var skipped = 0
    /// The message of the error that ended it.
    var problem: String?
    let began: Date
    var ended: Date?

    /// Photos that are there, in the order in which they came. The index has them, so they can be shown before the album does.
    private(set) var photos: [StoredPhoto] = []

    /// Bytes of photos that are on their way, by the ids of their source.
    private var underWay: [String: Int] = [:]

    static let schema = Schema.record(
        [
            "id": Schema.string, "pin": Schema.id("pin"), "album": Schema.string,
            "state": ["type": "string", "enum": ["running", "done", "none-found", "failed", "stopped"]],
            "count": Schema.integer, "stored": Schema.integer, "bytes": Schema.integer, "skipped": Schema.integer,
            "problem": Schema.string,
            "began": Schema.moment, "ended": Schema.moment,
        ], required: ["id", "pin", "album", "state", "count", "stored", "bytes", "skipped", "began"])

    private enum CodingKeys: String, CodingKey {
        case id, pin, album, state, count, stored, bytes, skipped, problem, began, ended
    }

    init(id: String, pin: String, began: Date) {
        self.id = id
        self.pin = pin
        album = "/library/pins/\(pin)/album"
        self.began = began
    }

    mutating func receive(_ event: AlbumProgress) {
        switch event {
        case .chosen(let count, let alreadyStored):
            self.count = count
            stored = alreadyStored.count
            photos = alreadyStored.enumerated().map { StoredPhoto($1, number: $0 + 1) }
        case .received(let photo, let bytes, _):
            self.bytes += bytes - (underWay[photo.id] ?? 0)
            underWay[photo.id] = bytes
        case .stored(let photo, _):
            stored += 1
            photos.append(StoredPhoto(photo, number: photos.count + 1))
            underWay[photo.remote.id] = nil
        case .skipped(let photo, _):
            skipped += 1
            bytes -= underWay.removeValue(forKey: photo.id) ?? 0
        }
    }
}

/// A photo of a download that is in the library.
struct StoredPhoto: Sendable, Encodable {
    /// Its place among those that came, from 1.
    let number: Int
    let id: String
    let width: Int
    let height: Int
    /// The address of its thumbnail.
    let thumbnail: String
    /// The beginning of its hash, for addresses that are kept.
    let version: String
    /// The mean of its colours, `#rrggbb`.
    let color: String

    init(_ photo: Photo, number: Int) {
        self.number = number
        id = photo.id
        (width, height) = (photo.width, photo.height)
        thumbnail = LibraryCall.files(of: photo).thumbnail
        version = photo.blob.version
        color = photo.color.css
    }

    static let schema = Schema.record(
        [
            "number": ["type": "integer", "minimum": 1], "id": Schema.id("photo"), "width": Schema.integer,
            "height": Schema.integer, "thumbnail": Schema.string, "version": Schema.version, "color": Schema.string,
        ], required: ["number", "id", "width", "height", "thumbnail", "version"]
    ).adding(["description": "A photo of a download that is in the library, from the moment on that it can be shown."])
}
