import HTTPTypes
import HummingbirdCore

extension LibraryService {
    /// The stream of all changes to the library.
    static let events: [Endpoint<LibraryService>] = [
        Endpoint(
            .get, "/library/events", name: "watchLibrary",
            summary:
                "Changes as server-sent events. Each event is named change, and contains the number of the last change and the changed ids, "
                + "or no ids if there are too many. Changes by other programs are included. With Last-Event-ID, only later changes are sent.",
            reply: .events(Schema.record(["sequence": Schema.integer, "ids?": Schema.strings]))
        ) { call in
            let known = call.request.headers[.lastEventID].flatMap { Int($0) }
            return .events(
                of: LibraryEvents(
                    library: call.library, threads: call.service.threads, known: known,
                    heartbeat: call.service.heartbeat))
        }
    ]

    static let jobRoutes: [Endpoint<LibraryService>] = [
        .list(
            "/library/jobs", name: "listJobs",
            summary: "Downloads that this service started, newest first.",
            of: Schema.ref("Job")
        ) { try $0.page(of: $0.service.jobs.all(), isOfRecords: false) { $0 } },
        .resource(
            "/library/jobs/{job}", name: "getJob", summary: "The progress of a download.", schema: Schema.ref("Job")
        ) { try $0.service.jobs.job($0.id("job")) },
        Endpoint(
            .delete, "/library/jobs/{job}", name: "stopJob",
            summary:
                "Stop a download. Stored photos are kept, and a new collection with the same request resumes it.",
            reply: .noContent
        ) { call in
            try call.service.jobs.stop(call.id("job"))
            return call.noContent()
        },
        Endpoint(
            .get, "/library/jobs/{job}/events", name: "watchJob",
            summary:
                "The progress as server-sent events. Each change is sent as a Job event named after its state. Each stored photo is sent "
                + "as a StoredPhoto event named photo. With Last-Event-ID, only later photos are sent. The stream ends with the download.",
            reply: .events(Schema.ref("JobEvent"))
        ) { call in
            let job = try call.service.jobs.job(call.id("job"))
            let known = call.request.headers[.lastEventID].flatMap { Int($0) } ?? 0
            return .events(
                of: JobEvents(of: job.id, in: call.service.jobs, known: known, heartbeat: call.service.heartbeat))
        },
    ]
}

/// The progress of a job as server-sent events: new photos, then the job's state.
struct JobEvents: ServerSentEventSource {
    let jobs: AlbumJobs
    let id: String
    let heartbeat: Duration
    /// The polling interval, short enough for users who watch photos arrive.
    let interval = Duration.milliseconds(100)
    /// The number of photos sent so far.
    private var photos: Int
    /// The most recent state of the job that was sent.
    private var lastSent: AlbumJob?

    /// - Parameter known: the number of photos that the client already has.
    init(of id: String, in jobs: AlbumJobs, known: Int, heartbeat: Duration) {
        (self.jobs, self.id, self.heartbeat) = (jobs, id, heartbeat)
        photos = max(0, known)
    }

    mutating func look() throws -> (events: String, areLast: Bool) {
        let job = try jobs.job(id)
        guard job != lastSent else { return ("", false) }
        lastSent = job
        var events = ""
        for (index, photo) in job.photos.enumerated().dropFirst(photos) {
            events += try ServerSentEvents.event("photo", id: index + 1, photo)
        }
        photos = max(photos, job.photos.count)
        events += try ServerSentEvents.event(job.state.rawValue, job)
        return (events, job.state != .running)
    }
}
